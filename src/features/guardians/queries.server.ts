import { createHash, randomBytes } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { giveConsent } from '#src/features/consents/index.server.ts'
import type { Mail } from '#src/features/mail/index.ts'
import { notify } from '#src/features/notifications/index.server.ts'
import { isBlockBetween } from '#src/features/safety/index.server.ts'
import { holdSession, lockPaymentsBetween, type SignedIn } from '#src/features/users/index.server.ts'
import type { Relation } from '#src/features/users/policy.ts'
import { agoFrom, type Db, iso, type Trx } from '#src/platform/db/open.server.ts'
import { allRows, countWritten, oneRow, stated } from '#src/platform/db/rows.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import type { Language } from '#src/platform/language.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import type { Guardian, Ward } from './contract.ts'
import { type AskedRight, invitationEnd, mostGuardians, type Right } from './policy.ts'

type Rights = Record<Right, boolean>

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Whether `guardian` has this right for `ward` at the moment of the statement that asks. Both are ids, or SQL for one. */
export const isGuardianFor = (guardian: unknown, ward: unknown, right: AskedRight) =>
  sql<boolean>`is_guardian_for(${guardian}, ${ward}, ${right})`

const refusals = {
  'too-many-guardians': `There are ${mostGuardians} guardians and invitations at most. Remove one of them.`,
  'biodata-needed': 'Write your biodata first.',
  'link-used-up': 'This invitation was used already, has expired or was taken back.',
  'own-invitation': 'This is your own invitation.',
  'already-guardian': 'You are the guardian of this person already.',
  asking: 'One of you has asked for the contact of the other.',
}
const refusal = (code: keyof typeof refusals) => new Problem('conflict', { code, detail: refusals[code] })

/** Both people, in one order, so that two who do this at once do not wait for each other. */
const holdPeople = (trx: Trx, ids: (string | null)[]) =>
  sql`select from users where id = any(${ids.filter((id) => id !== null)}::uuid[]) order by id for no key update`.execute(
    trx,
  )

interface Invited {
  name: string
  relation: Relation
  email: string | undefined
  rights: Rights
}

/** @returns the id and the token, of which only a hash is kept @throws Problem 409 at the limit, or without a biodata */
export const invite = (
  db: Db,
  ward: SignedIn,
  { name, relation, email, rights }: Invited,
  { origin, language, now }: { origin: string; language: Language; now: Date },
) =>
  db.transaction().execute(async (trx) => {
    // The ward's row is held, so five invitations at once are counted one after the other.
    await holdSession(trx, ward)
    const wardId = ward.userId
    const [own] = await allRows<{ live: number }>(trx)`
      select (
        select count(*)::int from guardianships
        where ward_id = biodata.id and ended_at is null and (accepted_at is not null or expires_at > ${now})
      ) as live from biodata where id = ${wardId}`
    if (!own) throw refusal('biodata-needed')
    if (own.live >= mostGuardians) throw refusal('too-many-guardians')
    const token = randomBytes(32).toString('base64url')
    const link = origin + to.guardianInvitation(token)
    const mailId = email
      ? await mailInvitation(trx, email, language, { kind: 'guardian-invitation', link, wardId })
      : null
    if (rights.isContact) await takeContact(trx, wardId)
    const [{ id }] = (await allRows<{ id: string }>(trx)`
      insert into guardianships
        (ward_id, relation, name, email, mail_id, token_hash, invited_at, expires_at, may_answer, is_contact, may_confirm, may_edit)
      values (${wardId}, ${relation}, ${name}, ${email ?? null}, ${mailId}, ${hashOf(token)}, ${now}, ${invitationEnd(now)},
        ${rights.mayAnswer}, ${rights.isContact}, ${rights.mayConfirm}, ${rights.mayEdit})
      returning id`) as [{ id: string }]
    return { id, link }
  })

/** Of the ward's guardians one at most is the contact that is shown. */
const takeContact = (trx: Trx, wardId: string) =>
  sql`update guardianships set is_contact = false where ward_id = ${wardId} and is_contact and ended_at is null`.execute(
    trx,
  )

async function mailInvitation(
  trx: Trx,
  recipient: string,
  language: Language,
  { kind, link, wardId }: { kind: 'guardian-invitation'; link: string; wardId: string },
) {
  const { name } = await trx.selectFrom('biodata').select('name').where('id', '=', wardId).executeTakeFirstOrThrow()
  const content: Mail = { kind, link, from: name }
  const queued = trx.insertInto('outbox').values({ recipient, language, kind, content }).returning('id')
  return (await queued.executeTakeFirstOrThrow()).id
}

/** Without those that have ended, but for the invitations that were declined. An accepted one has the account's name. */
export async function guardiansIn(db: Db, wardId: string, now: Date) {
  const rows = await allRows<Guardian>(db)`
    select g.id, coalesce(users.name, g.name) as name, g.relation,
      case when g.ended_at is not null then 'declined' when g.accepted_at is not null then 'accepted'
        when g.expires_at > ${now} then 'invited' else 'expired' end as state,
      ${iso('g.invitedAt')} as invited_at, ${iso('g.expiresAt')} as expires_at,
      ${iso('g.acceptedAt')} as accepted_at, g.phone, g.email,
      case when g.email is null then null when outbox.status = 'sending' then 'waiting' else outbox.status end as mail,
      g.may_answer, g.is_contact, g.may_confirm, g.may_edit
    from guardianships g left join users on users.id = g.guardian_id left join outbox on outbox.id = g.mail_id
    where g.ward_id = ${wardId} and (g.ended_at is null or g.accepted_at is null and g.ended_by = 'guardian')
    order by g.accepted_at nulls last, g.invited_at`
  return rows.map(stated) as Guardian[]
}

/** @returns 0 if it was so, undefined without such a guardian or open invitation */
export const setRights = (db: Db, ward: SignedIn, id: string, rights: Rights) =>
  db.transaction().execute(async (trx) => {
    // Held, so that two who are made the contact at once come one after the other.
    await holdSession(trx, ward)
    const own = sql`id = ${id} and ward_id = ${ward.userId} and ended_at is null`
    const [before] = await allRows<Rights>(trx)`
      select may_answer, is_contact, may_confirm, may_edit from guardianships where ${own}`
    if (!before) return undefined
    if (rights.isContact && !before.isContact) await takeContact(trx, ward.userId)
    return countWritten(trx)`
      update guardianships set may_answer = ${rights.mayAnswer}, is_contact = ${rights.isContact},
        may_confirm = ${rights.mayConfirm}, may_edit = ${rights.mayEdit}
      where ${own} and (may_answer, is_contact, may_confirm, may_edit)
        is distinct from (${rights.mayAnswer}, ${rights.isContact}, ${rights.mayConfirm}, ${rights.mayEdit})`
  })

/** An invitation that somebody accepts at this moment is ended as what it has become. @returns undefined for none */
export const end = (db: Db, by: 'ward' | 'guardian', userId: string, id: string) =>
  db.transaction().execute(async (trx) => {
    const own = by === 'ward' ? sql`ward_id = ${userId}` : sql`guardian_id = ${userId}`
    for (;;) {
      const [known] = await allRows<{ wardId: string; guardianId: string | null; mailId: string | null }>(trx)`
        select ward_id, guardian_id, mail_id from guardianships where id = ${id} and ${own} and ended_at is null`
      if (!known) break
      await holdPeople(trx, [known.wardId, known.guardianId])
      const ended = await countWritten(trx)`
        update guardianships set ended_at = now(), ended_by = ${by}, phone = null, email = null
        where id = ${id} and ended_at is null and guardian_id is not distinct from ${known.guardianId}::uuid`
      if (!ended) continue
      if (known.mailId)
        await trx.deleteFrom('outbox').where('id', '=', known.mailId).where('status', '=', 'waiting').execute()
      return ended
    }
    if (by === 'guardian') return undefined
    // A declined invitation is only taken off the page.
    const declined = sql`ended_by = 'guardian' and accepted_at is null`
    return (await countWritten(trx)`delete from guardianships where id = ${id} and ${own} and ${declined}`) || undefined
  })

const openInvitation = (token: string, now: Date) =>
  sql<SqlBool>`g.token_hash = ${hashOf(token)} and g.accepted_at is null and g.ended_at is null and g.expires_at > ${now}`

/** `reader` is who looks, if signed in: somebody between whom and the ward there is a block learns nothing. */
export async function findInvitation(db: Db, token: string, reader: string | null, now: Date) {
  const [found] = await allRows<
    Rights & {
      isOpen: boolean
      name: string
      nameInOtherScript: string | null
      number: number
      gender: 'Male' | 'Female'
      wardId: string
      phone: string | null
    }
  >(db)`
    select ${openInvitation(token, now)} as is_open, biodata.name, name_in_other_script, biodata.number, biodata.gender, g.ward_id,
      g.may_answer, g.is_contact, g.may_confirm, g.may_edit,
      (select phone from guardianships where guardian_id = ${reader}::uuid and ended_at is null
        order by accepted_at desc limit 1) as phone
    from guardianships g join biodata on biodata.id = g.ward_id
    where g.token_hash = ${hashOf(token)}
      and not exists (select from blocks where ${reader}::uuid in (blocker_id, blocked_id) and g.ward_id in (blocker_id, blocked_id))`
  return found
}

/** Of one of the two for the biodata of the other: a request that has not ended, or money that is on its way. */
const areAsking = (one: string, other: string) => {
  const between = sql`(user_id, biodata_id) in ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))`
  return sql<boolean>`(
    exists (select from contact_requests where ${between} and status not in ('refused', 'withdrawn', 'declined'))
    or exists (select from payments where ${between} and status in ('claimed', 'review')))`
}

/** One guarded update decides, however many press at once. @throws Problem 409 with the reason, which names no block */
export async function accept(db: Db, guardian: SignedIn, token: string, phone: string, now: Date) {
  const guardianId = guardian.userId
  const known = await findInvitation(db, token, guardianId, now)
  if (!known) throw refusal('link-used-up')
  const { wardId } = known
  if (wardId === guardianId) throw refusal('own-invitation')
  return db.transaction().execute(async (trx) => {
    // A payment that is settled at this moment is waited for, and then is a request.
    await lockPaymentsBetween(trx, guardianId, wardId)
    await holdPeople(trx, [guardianId, wardId])
    await holdSession(trx, guardian)
    const [accepted] = await allRows<{ id: string; relation: Relation; mailId: string | null }>(trx)`
      update guardianships g set guardian_id = ${guardianId}, accepted_at = ${now}, phone = ${phone}, email = null
      where ${openInvitation(token, now)} and not ${isBlockBetween(guardianId, wardId)}
        and not ${areAsking(guardianId, wardId)} and not ${isGuardianFor(guardianId, wardId, 'see')}
      returning id, relation, mail_id`
    if (!accepted) throw refusal(await whyNot(trx, guardianId, wardId, token, now))
    await giveConsent(trx, guardianId, 'guardian')
    if (accepted.mailId)
      await trx.deleteFrom('outbox').where('id', '=', accepted.mailId).where('status', '=', 'waiting').execute()
    await tellWard(trx, wardId, 'accepted', accepted)
    return accepted.id
  })
}

async function whyNot(trx: Trx, guardianId: string, wardId: string, token: string, now: Date) {
  const [why] = await allRows<{ isOpen: boolean; asking: boolean; already: boolean }>(trx)`
    select exists (select from guardianships g where ${openInvitation(token, now)}) as is_open,
      ${areAsking(guardianId, wardId)} as asking, ${isGuardianFor(guardianId, wardId, 'see')} as already`
  if (why?.isOpen && why.already) return 'already-guardian'
  return why?.isOpen && why.asking ? 'asking' : 'link-used-up'
}

/** Anybody who holds the link and is signed in may say no, but not the ward, who takes it back. @throws Problem 409 */
export const decline = (db: Db, userId: string, token: string, now: Date) =>
  db.transaction().execute(async (trx) => {
    const [declined] = await allRows<{ id: string; relation: Relation; wardId: string }>(trx)`
      update guardianships g set ended_at = ${now}, ended_by = 'guardian', email = null
      where ${openInvitation(token, now)} and ward_id <> ${userId}
        and not exists (select from blocks where ${userId}::uuid in (blocker_id, blocked_id) and g.ward_id in (blocker_id, blocked_id))
      returning id, relation, ward_id`
    if (!declined) throw refusal('link-used-up')
    await tellWard(trx, declined.wardId, 'declined', declined)
  })

const tellWard = (
  trx: Trx,
  wardId: string,
  event: 'accepted' | 'declined' | 'edited',
  { id, relation }: { id: string; relation: Relation },
  when = '',
) =>
  notify(trx, {
    ...{ to: wardId, kind: 'guardian', cause: `${event} ${id} ${when}` },
    about: { guardian: event, relation },
    mail: { kind: 'guardian', event },
  })

/** The people whose guardian somebody is, hidden biodata too: the family knows of them. In the order of acceptance. */
export async function wardsOf(db: Db, guardianId: string) {
  const rows = await allRows<Ward>(db)`
    select g.id, g.ward_id, number, biodata.name, name_in_other_script, gender, relation, g.phone,
      ${iso('g.acceptedAt')} as since, published as is_published,
      published or is_paused_unanswered(biodata) as is_to_confirm,
      ${iso('confirmedAt')} as confirmed_at, may_answer, is_contact, may_confirm, may_edit
    from guardianships g join biodata on biodata.id = g.ward_id
    where guardian_id = ${guardianId} and ended_at is null order by accepted_at, number`
  return rows.map(stated) as Ward[]
}

/** @returns 0 if it was so, undefined when there is no such ward */
export async function setPhone(db: Db, guardianId: string, id: string, phone: string) {
  const own = sql`id = ${id} and guardian_id = ${guardianId} and ended_at is null`
  const changed = await countWritten(db)`update guardianships set phone = ${phone} where ${own} and phone <> ${phone}`
  if (changed) return changed
  return (await allRows(db)`select from guardianships where ${own}`).length > 0 ? 0 : undefined
}

/** Who is told what concerns a ward, by the right to it. Suspended people are not. */
export const guardiansOf = (db: Db, wardId: string, right: AskedRight) =>
  allRows<{ id: string; guardianId: string; name: string; relation: Relation; phone: string; isContact: boolean }>(db)`
    select g.id, guardian_id, users.name, relation, phone, is_contact
    from guardianships g join users on users.id = guardian_id
    where ward_id = ${wardId} and ended_at is null and suspended_at is null
      and ${isGuardianFor(sql`guardian_id`, wardId, right)} order by accepted_at`

/** Their accounts. */
export const guardiansWho = async (db: Db, wardId: string, right: AskedRight) =>
  (await guardiansOf(db, wardId, right)).map(({ guardianId }) => guardianId)

/** The accounts of all who may confirm one of these wards. */
export const confirmingFor = async (db: Db, wardIds: readonly string[]) =>
  (
    await allRows<{ guardianId: string }>(db)`
      select distinct guardian_id from guardianships
      where ward_id = any(${wardIds}::uuid[]) and may_confirm and accepted_at is not null and ended_at is null`
  ).map(({ guardianId }) => guardianId)

/** Those too whose guardianship has ended: they may have been told of something that is undone now. */
export const allGuardiansOf = async (db: Db, wardId: string) =>
  (
    await allRows<{ guardianId: string }>(db)`
      select distinct guardian_id from guardianships where ward_id = ${wardId} and guardian_id is not null`
  ).map(({ guardianId }) => guardianId)

/** Of a row of `contact_requests`: it came to the family after this guardian had accepted (REQUIREMENTS U3). */
export const isSinceAcceptance = (guardianId: string, request: RawBuilder<unknown>) =>
  sql<boolean>`exists (
    select from guardianships g
    where g.guardian_id = ${guardianId} and g.ward_id = ${request}.biodata_id and g.ended_at is null
      and g.accepted_at <= ${request}.forwarded_at)`

/** @returns undefined without this guardianship */
export const wardIn = (db: Db, guardianId: string, id: string) =>
  db
    .selectFrom('guardianships')
    .select('wardId')
    .where((row) => row.and({ id, guardianId }))
    .where('endedAt', 'is', null)
    .executeTakeFirst()

/** Whose number is shown in place of the ward's; undefined for the ward's own. */
export const contactGuardian = async (db: Db, wardId: string) =>
  (await guardiansOf(db, wardId, 'see')).find(({ isContact }) => isContact)

/** The ward is told that a guardian has changed the biodata: once for all changes of an hour. */
export async function tellOfEdit(trx: Trx, guardianId: string, wardId: string, now: Date) {
  const [by] = await allRows<{ id: string; relation: Relation }>(trx)`
    select id, relation from guardianships where guardian_id = ${guardianId} and ward_id = ${wardId} and ended_at is null`
  if (by) await tellWard(trx, wardId, 'edited', by, now.toISOString().slice(0, 13))
}

export async function isGuardianOf(db: Db, guardianId: string, wardId: string, right: AskedRight = 'see') {
  const { is } = await oneRow<{ is: boolean }>(db)`select ${isGuardianFor(guardianId, wardId, right)} as is`
  return is
}

const ofContact = <T>(column: 'phone' | 'relation') => sql<T | null>`(
  select contact.${sql.ref(column)} from guardianships contact join users on users.id = contact.guardian_id
  where ward_id = biodata.id and is_contact and ended_at is null and suspended_at is null)`

/** Of a row of `biodata`: the number that is shown in place of the owner's, and whose it is; null for none. */
export const guardiansPhone = ofContact<string>('phone')
export const guardiansRelation = ofContact<Relation>('relation')

export const guardianshipsAreKept = '1 year'

/** Those that ended, were declined or have expired so long ago. */
export const forgetGuardianships = (db: Db, now: Date) =>
  sql`delete from guardianships
    where ended_at < ${agoFrom(now, guardianshipsAreKept)}
      or accepted_at is null and expires_at < ${agoFrom(now, guardianshipsAreKept)}`.execute(db)

interface Exported extends Rights {
  relation: string
  invitedAt: Date
  acceptedAt: Date | null
  endedAt: Date | null
}

/** What is kept of both sides of a person, without what belongs to the other one: their names, emails and numbers. */
export async function exportOf(db: Db, userId: string) {
  const held = sql`relation, invited_at, accepted_at, ended_at, may_answer, is_contact, may_confirm, may_edit`
  return {
    guardians: await allRows<Exported & { name: string; email: string | null }>(db)`
      select name, email, ${held} from guardianships where ward_id = ${userId} order by invited_at`,
    wards: await allRows<Exported & { number: number; phone: string | null }>(db)`
      select number, g.phone, ${held} from guardianships g join biodata on biodata.id = ward_id
      where guardian_id = ${userId} order by accepted_at`,
  }
}
