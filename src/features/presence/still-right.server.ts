import { createHmac, timingSafeEqual } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { answerWithinDays } from '#src/features/biodata/policy.ts'
import {
  confirmingFor,
  guardiansWho,
  isGuardianFor,
  isGuardianOf,
  wardIn,
} from '#src/features/guardians/index.server.ts'
import type { Mail } from '#src/features/mail/index.ts'
import { notify } from '#src/features/notifications/index.server.ts'
import { holdNamed, holdSession, lockPaymentsFor, type SignedIn } from '#src/features/users/index.server.ts'
import { daysBefore } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import type { Db, Trx } from '#src/platform/db/open.server.ts'
import { allRows, countWritten } from '#src/platform/db/rows.server.ts'
import { stillRight } from '#src/platform/navigation/addresses.ts'

// Whether a biodata is still right: who is asked, who answers, and who is paused without an answer (REQUIREMENTS T1).
// Every transaction locks the biodata before its question.

/** Of one run; the next one goes on. */
const mostAtOnce = 500

interface Question {
  ownerId: string
  id: string
}

const signature = (secret: string, { ownerId, id }: Question) =>
  createHmac('sha256', secret).update(`still right ${ownerId} ${id}`).digest()

/** Answers one question without a session, and does nothing else. */
export function answerLink({ origin, secret }: Pick<Config, 'origin' | 'secret'>, question: Question) {
  const token = [question.ownerId, question.id, signature(secret, question).toString('base64url')].join('.')
  return `${origin}${stillRight}?token=${token}`
}

/** @returns undefined where the link was not made here */
export function readAnswerToken(secret: string, token: string): Question | undefined {
  const [ownerId, id, signed, ...more] = token.split('.')
  if (!ownerId || !id || !signed || more.length > 0) return undefined
  const [expected, given] = [signature(secret, { ownerId, id }), Buffer.from(signed, 'base64url')]
  return given.length === expected.length && timingSafeEqual(given, expected) ? { ownerId, id } : undefined
}

/** Who answers for this biodata: its person, or a guardian who may. The holder of a mail's link is checked by the link. */
const mayAnswer = (actorId: string) =>
  sql<SqlBool>`(biodata.id = ${actorId} or ${isGuardianFor(actorId, sql`biodata.id`, 'confirm')})`

const isPausedByUs = sql<SqlBool>`is_paused_unanswered(biodata)`

/** The answer: everything is still right. Ends a pause of ours, and no other. @returns how many biodata are confirmed now */
export async function writeConfirmed(trx: Trx, ownerId: string, isMeant: SqlPart, now: Date) {
  await trx.selectFrom('biodata').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute()
  const written = await countWritten(trx)`
    update biodata set confirmed_at = ${now}, presence = 'published',
      presence_since = case presence when 'paused' then ${now} else presence_since end
    where id = ${ownerId} and (presence = 'published' or ${isPausedByUs}) and ${isMeant}`
  if (written > 0) await endQuestion(trx, ownerId)
  return written
}
type SqlPart = ReturnType<typeof mayAnswer>

/** A person who decides about their presence has answered. */
export const endQuestion = (trx: Trx, ownerId: string) =>
  trx.deleteFrom('confirmQuestions').where('ownerId', '=', ownerId).execute()

export const confirmOwn = (db: Db, owner: SignedIn, now: Date) =>
  db.transaction().execute(async (trx) => {
    await lockPaymentsFor(trx, owner.userId)
    await holdSession(trx, owner)
    return writeConfirmed(trx, owner.userId, mayAnswer(owner.userId), now)
  })

/** As a guardian who may, by the id of the guardianship. @returns as {@link confirmOwn}, undefined without that right */
export const confirmKept = (db: Db, guardian: SignedIn, id: string, now: Date) =>
  db.transaction().execute(async (trx) => {
    const ward = await wardIn(trx, guardian.userId, id)
    if (!ward || !(await isGuardianOf(trx, guardian.userId, ward.wardId, 'confirm'))) return undefined
    await lockPaymentsFor(trx, ward.wardId)
    await holdSession(trx, guardian)
    return writeConfirmed(trx, ward.wardId, mayAnswer(guardian.userId), now)
  })

/** @returns 0 where the question was answered since, or the person has stepped back otherwise */
export const confirmByLink = (db: Db, { ownerId, id }: Question, now: Date) =>
  db.transaction().execute(async (trx) => {
    await lockPaymentsFor(trx, ownerId)
    const isOpen = sql<SqlBool>`exists (select from confirm_questions where owner_id = biodata.id and id = ${id})
      and not biodata.suspended`
    return writeConfirmed(trx, ownerId, isOpen, now)
  })

/** What a link can still answer; undefined once it is answered, or the person has stepped back otherwise. */
export const findQuestion = (db: Db, { ownerId, id }: Question) =>
  db
    .selectFrom('confirmQuestions')
    .innerJoin('biodata', 'biodata.id', 'confirmQuestions.ownerId')
    .select(['pausedAt'])
    .where((row) => row.and({ ownerId, 'confirmQuestions.id': id, suspended: false }))
    .where(sql<SqlBool>`(biodata.presence = 'published' or ${isPausedByUs})`)
    .executeTakeFirst()

export const languageOf = async (db: Db, ownerId: string) =>
  (await db.selectFrom('users').select('language').where('id', '=', ownerId).executeTakeFirst())?.language

/** Since when somebody is confirmed, from when they are asked, and what they are asked now. */
export const confirmationOf = (db: Db, ownerId: string) =>
  db
    .selectFrom('biodata')
    .leftJoin('confirmQuestions', 'confirmQuestions.ownerId', 'biodata.id')
    .select(['biodata.confirmedAt', 'confirmQuestions.askedAt', 'confirmQuestions.toldAt', 'confirmQuestions.pausedAt'])
    .select(
      sql<Date>`greatest(coalesce(confirmed_at, created_at), (select confirming_since from site))`.as('countedFrom'),
    )
    .where('biodata.id', '=', ownerId)
    .executeTakeFirstOrThrow()

/** The question stood on a page. */
export const markSeen = (db: Db, ownerId: string, now: Date) =>
  db
    .updateTable('confirmQuestions')
    .set({ toldAt: now })
    .where('ownerId', '=', ownerId)
    .where('toldAt', 'is', null)
    .execute()

interface Round {
  now: Date
  everyDays: number
  config: Pick<Config, 'origin' | 'secret' | 'mail'>
}

/** Asks, notes which mails have left, and pauses those who did not answer. Any number of servers may do it at once. */
export async function askAndPause(db: Db, { now, everyDays, config }: Round) {
  const asked = await askDue(db, { now, everyDays, config })
  if (config.mail) await noteDelivered(db)
  const late = await allRows<Question>(db)`
    select owner_id, id from confirm_questions
    where paused_at is null and told_at <= ${daysBefore(now, answerWithinDays)} order by told_at limit ${mostAtOnce}`
  let paused = 0
  for (const question of late) paused += await pause(db, question, { now, everyDays, config })
  return { asked, paused }
}

const askDue = (db: Db, { now, everyDays, config }: Round) =>
  db.transaction().execute(async (trx) => {
    const before = daysBefore(now, everyDays)
    // Not people who never signed in: an administrator wrote theirs, and they may not know of it.
    const isDue = sql<SqlBool>`published and coalesce(confirmed_at, created_at) <= ${before} and has_signed_in(biodata.id)
      and (select confirming_since from site) <= ${before}
      and not exists (select from confirm_questions where owner_id = biodata.id)`
    const due = await allRows<{ id: string }>(trx)`
      select id from biodata where ${isDue} order by coalesce(confirmed_at, created_at) limit ${mostAtOnce}`
    const ids = due.map(({ id }) => id)
    // They are told: held before their biodata, as by somebody who leaves.
    await holdNamed(trx, [...ids, ...(await confirmingFor(trx, ids))])
    // Locked, so that an answer of this moment is seen; of two servers one inserts.
    const asked = await allRows<Question & { isVerified: boolean }>(trx)`
      with due as (
        select id from biodata where id = any(${ids}::uuid[]) and ${isDue} order by id for no key update
      ), asked as (
        insert into confirm_questions (owner_id, asked_at) select id, ${now} from due
        on conflict do nothing returning owner_id, id
      )
      select asked.owner_id, asked.id, users.email_verified as is_verified from asked join users on users.id = owner_id`
    for (const { isVerified, ...question } of asked) await tell(trx, question, 'asked', isVerified, config)
    return asked.length
  })

/** An address that nobody has proved may be a stranger's: its person is asked on the pages alone. */
async function tell(
  trx: Trx,
  question: Question,
  state: StillRight['state'],
  isVerified: boolean,
  config: Round['config'],
) {
  const mail: StillRight = { kind: 'still-right', state, link: answerLink(config, question) }
  await notify(trx, {
    to: question.ownerId,
    kind: 'still-right',
    cause: `${state} ${question.id}`,
    about: state === 'paused' ? { isPaused: true } : {},
    ...(isVerified && { mail }),
  })
  // A guardian who may answers for the ward on their own page.
  const guardians = await guardiansWho(trx, question.ownerId, 'confirm')
  if (guardians.length === 0) return
  const owner = trx.selectFrom('biodata').select('number').where('id', '=', question.ownerId)
  const { number: ward } = await owner.executeTakeFirstOrThrow()
  await notify(trx, {
    to: guardians,
    kind: 'still-right',
    cause: `${state} ${question.id}`,
    about: state === 'paused' ? { isPaused: true, ward } : { ward },
  })
}
type StillRight = Extract<Mail, { kind: 'still-right' }>

export type AskConfig = Pick<Config, 'origin' | 'secret' | 'confirmEveryDays'>

interface AboutNumber {
  ownerId: string
  /** Who show their own number in place of the owner's. */
  guardians: readonly string[]
  cause: string
  now: Date
  config: AskConfig
}

/**
 * Nobody answered the number: its owner is asked now whether the biodata is still right, and a guardian to check theirs. On a
 * site that asks nobody, and of people whom it does not ask, both are only told. Hold the accounts and the biodata.
 */
export async function askAboutNumber(trx: Trx, { ownerId, guardians, cause, now, config }: AboutNumber) {
  const question = config.confirmEveryDays === undefined ? undefined : await askNow(trx, ownerId, now)
  const isVerified = trx.selectFrom('users').select('emailVerified').where('id', '=', ownerId)
  const ownMail: Mail = question
    ? { kind: 'still-right', state: 'unanswered', link: answerLink(config, question) }
    : { kind: 'number-unanswered', of: 'own' }
  await notify(trx, {
    to: ownerId,
    kind: 'still-right',
    cause: `number ${cause}`,
    about: { isUnanswered: true },
    ...((await isVerified.executeTakeFirstOrThrow()).emailVerified && { mail: ownMail }),
  })
  const owner = trx.selectFrom('biodata').select('number').where('id', '=', ownerId)
  if (guardians.length > 0)
    await notify(trx, {
      to: guardians,
      kind: 'still-right',
      cause: `number ${cause}`,
      about: { isUnanswered: true, ward: (await owner.executeTakeFirstOrThrow()).number },
      mail: { kind: 'number-unanswered', of: 'ward' },
    })
}

/** @returns the question that is open, from before too; undefined for somebody hidden, or who never signed in */
async function askNow(trx: Trx, ownerId: string, now: Date) {
  await sql`
    insert into confirm_questions (owner_id, asked_at) select id, ${now} from biodata
    where id = ${ownerId} and published and has_signed_in(id) on conflict do nothing`.execute(trx)
  return trx.selectFrom('confirmQuestions').select(['ownerId', 'id']).where('ownerId', '=', ownerId).executeTakeFirst()
}

/** The moment at which the mail server has taken it. */
const noteDelivered = (db: Db) =>
  sql`
    update confirm_questions question set told_at = (
      select min(sent_at) from outbox
      where user_id = owner_id and notice = 'still-right' and channel = 'mail' and sent_at >= asked_at
    )
    where told_at is null and exists (
      select from outbox where user_id = owner_id and notice = 'still-right' and channel = 'mail' and sent_at >= asked_at
    )`.execute(db)

/** The triggers refund requests that wait. */
const pause = (db: Db, { ownerId, id }: Question, { now, config }: Round) =>
  db.transaction().execute(async (trx) => {
    await lockPaymentsFor(trx, ownerId)
    // Its person is told: held before the biodata, as by somebody who leaves.
    await holdNamed(trx, [ownerId, ...(await confirmingFor(trx, [ownerId]))])
    await trx.selectFrom('biodata').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute()
    const claimed = await countWritten(trx)`
      update confirm_questions set paused_at = ${now}
      where id = ${id} and paused_at is null and told_at <= ${daysBefore(now, answerWithinDays)}
        and exists (select from biodata where id = owner_id and presence = 'published')`
    if (claimed === 0) return 0
    await sql`update biodata set presence = 'paused', presence_since = ${now} where id = ${ownerId}`.execute(trx)
    const { emailVerified } = await trx
      .selectFrom('users')
      .select('emailVerified')
      .where('id', '=', ownerId)
      .executeTakeFirstOrThrow()
    await tell(trx, { ownerId, id }, 'paused', emailVerified, config)
    return 1
  })
