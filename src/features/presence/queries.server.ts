import { type SqlBool, sql } from 'kysely'
import { saveBiodata } from '#src/features/biodata/index.server.ts'
import type { FullForm } from '#src/features/biodata/index.ts'
import { marriedIsKeptDays, type Presence, statesFaith, unagreed } from '#src/features/biodata/policy.ts'
import { giveConsent, standingConsents, takeBackConsent } from '#src/features/consents/index.server.ts'
import type { ConsentKind } from '#src/features/consents/policy.ts'
import type { ContactFor } from '#src/features/contact-requests/policy.ts'
import { guardiansWho } from '#src/features/guardians/index.server.ts'
import { findPutAway } from '#src/features/identity/index.server.ts'
import type { NameOnCards } from '#src/features/matching/policy.ts'
import { holdSession, lockPaymentsFor, type SignedIn } from '#src/features/users/index.server.ts'
import { agoFrom, type Db, type Trx } from '#src/platform/db/open.server.ts'
import { invalid, Problem } from '#src/platform/http/problem.ts'
import { type Said, sayFoundHere } from './marriage.server.ts'
import { endQuestion, writeConfirmed } from './still-right.server.ts'

/**
 * In one transaction, so that nothing is published without its consent. The consent also resumes what was taken back,
 * or paused because somebody else may have written it. The whole form is an answer to whether it is still right.
 * @throws Problem when the form states a belief that nobody has agreed to show, or the session has ended
 */
export async function saveAndAgree(
  db: Db,
  owner: SignedIn,
  form: FullForm,
  consent: { to: readonly ConsentKind[]; contactFor?: ContactFor | undefined } | undefined,
  { contactDefault, now }: { contactDefault: 'checked' | 'ask'; now: Date },
) {
  const agreed = consent?.to ?? []
  const ownerId = owner.userId
  await db.transaction().execute(async (trx) => {
    if (agreed.includes('publish')) await lockPaymentsFor(trx, ownerId)
    await holdSession(trx, owner)
    await saveBiodata(trx, ownerId, form, contactDefault)
    await agree(trx)
    await writeConfirmed(trx, ownerId, sql`true`, now)
  })

  async function agree(trx: Trx) {
    if (agreed.includes('faith')) await giveConsent(trx, ownerId, 'faith')
    const standing = await standingConsents(trx, ownerId)
    if (statesFaith(form) && !standing.some(({ what }) => what === 'faith'))
      throw invalid('religion', 'needs the consent `faith`: without it religion and practice are not shown', {
        code: 'consent-needed',
      })
    if (!agreed.includes('publish')) return
    if (consent?.contactFor) await requireGuardian(trx, ownerId, consent.contactFor)
    if (consent?.contactFor) await writeContactFor(trx, ownerId, consent.contactFor)
    await agreeToPublish(trx, ownerId)
    const isPutAway = await findPutAway(trx, ownerId)
    await writePresence(trx, ownerId, 'published', isPutAway ? [...unagreed, 'paused'] : unagreed)
  }
}

/** Unless nobody is to see the contact, it is a consent to that too. */
async function agreeToPublish(trx: Db, ownerId: string) {
  await giveConsent(trx, ownerId, 'publish')
  const own = await presenceOf(trx, ownerId).executeTakeFirst()
  if (own && own.contactFor !== 'nobody') await giveConsent(trx, ownerId, 'contact')
  else await takeBackConsent(trx, ownerId, 'contact')
}

/** Takes back what was shown, too. @returns undefined without a biodata */
export const forgetFaith = (db: Db, ownerId: string) =>
  db.transaction().execute(async (trx) => {
    await takeBackConsent(trx, ownerId, 'faith')
    const forget = ownBiodata(trx, ownerId).set({ religion: null, practice: null, updatedAt: sql`now()` })
    return Number((await forget.executeTakeFirst()).numUpdatedRows) || undefined
  })

const ownBiodata = (trx: Db, ownerId: string) => trx.updateTable('biodata').where('id', '=', ownerId)

const writePresence = (trx: Db, ownerId: string, presence: Presence, from: readonly Presence[]) =>
  ownBiodata(trx, ownerId).set({ presence, presenceSince: sql`now()` }).where('presence', 'in', from).execute()

const writeContactFor = (trx: Db, ownerId: string, contactFor: ContactFor) =>
  ownBiodata(trx, ownerId).set({ contactFor }).where('contactFor', '<>', contactFor).executeTakeFirst()

export const presenceOf = (db: Db, ownerId: string) =>
  db
    .selectFrom('biodata')
    .select(['number', 'presence', 'presenceSince', 'unpublished', 'contactFor', 'nameOnCards'])
    .where('id', '=', ownerId)

interface Step {
  presence: Presence
  /** To publish. */
  agrees: boolean
  /** Of a marriage. */
  said: Said | undefined
}

/** @returns 0 if it was so, undefined without a biodata @throws Problem without the consent, or for a number that is nobody's */
export async function setPresence(db: Db, owner: SignedIn, { presence, agrees, said }: Step, now: Date) {
  const ownerId = owner.userId
  return db.transaction().execute(async (trx) => {
    await lockPaymentsFor(trx, ownerId)
    await holdSession(trx, owner)
    const before = await presenceOf(trx, ownerId).forNoKeyUpdate().executeTakeFirst()
    if (!before) return undefined
    if (presence === 'published' && before.presence !== 'published' && (await findPutAway(trx, ownerId)))
      throw new Problem('conflict', { code: 'put-away', detail: 'Say first whether you wrote this biodata.' })
    // Not even to a pause: it ends without being asked.
    if (unagreed.includes(before.presence) && !unagreed.includes(presence) && !agrees)
      throw new Problem('conflict', { code: 'consent-needed', detail: 'You took back the consent to publish.' })
    // Who may see the contact stays chosen, for when the consent is given again.
    if (presence === 'taken back') await takeBackConsent(trx, ownerId, 'publish', 'contact')
    else if (agrees) await agreeToPublish(trx, ownerId)
    const saidNow = presence === 'married' && said ? await sayFoundHere(trx, ownerId, said, now) : 0
    if (before.presence === presence) return saidNow
    await writePresence(trx, ownerId, presence, [before.presence])
    if (presence === 'published') await writeConfirmed(trx, ownerId, sql`true`, now)
    else await endQuestion(trx, ownerId)
    return 1
  })
}

/** Held by `holdSession`, a guardianship does not end meanwhile. @throws Problem 409 `guardian-needed` */
async function requireGuardian(trx: Db, ownerId: string, contactFor: ContactFor) {
  if (contactFor === 'ask guardian' && (await guardiansWho(trx, ownerId, 'answer')).length === 0)
    throw new Problem('conflict', {
      code: 'guardian-needed',
      detail: 'Nobody who may answer for you has accepted yet.',
    })
}

/** Who may see the contact. Choosing so is the consent to it, or takes it back. @returns as {@link setPresence} */
export async function setContactFor(db: Db, owner: SignedIn, contactFor: ContactFor) {
  const ownerId = owner.userId
  return db.transaction().execute(async (trx) => {
    await lockPaymentsFor(trx, ownerId)
    await holdSession(trx, owner)
    const own = await presenceOf(trx, ownerId).executeTakeFirst()
    if (!own) return undefined
    await requireGuardian(trx, ownerId, contactFor)
    if (contactFor === 'nobody') await takeBackConsent(trx, ownerId, 'contact')
    // Nothing is shown before the consent to publish is given again, which is one to this choice too.
    else if (!unagreed.includes(own.presence)) await giveConsent(trx, ownerId, 'contact')
    return Number((await writeContactFor(trx, ownerId, contactFor)).numUpdatedRows)
  })
}

/** @returns 0 if it was so, undefined without a biodata */
export async function setNameOnCards(db: Db, ownerId: string, nameOnCards: NameOnCards) {
  const changed = ownBiodata(db, ownerId).set({ nameOnCards }).where('nameOnCards', '<>', nameOnCards)
  if (Number((await changed.executeTakeFirst()).numUpdatedRows)) return 1
  return (await presenceOf(db, ownerId).executeTakeFirst()) && 0
}

export const marriedIsKept = `${marriedIsKeptDays} days`

/** Their accounts stay. */
export async function forgetMarried(db: Db, now: Date) {
  const isOver = sql<SqlBool>`presence = 'married' and presence_since < ${agoFrom(now, marriedIsKept)}`
  for (const { id } of await db.selectFrom('biodata').select('id').where(isOver).execute())
    await db.transaction().execute(async (trx) => {
      await lockPaymentsFor(trx, id)
      await trx.deleteFrom('biodata').where('id', '=', id).where(isOver).execute()
    })
}
