import { type RawBuilder, sql } from 'kysely'
import { giveBack, holdRequest, tellFamily } from '#src/features/contact-requests/index.server.ts'
import { guardiansPhone, isGuardianFor, isSinceAcceptance } from '#src/features/guardians/index.server.ts'
import { notify } from '#src/features/notifications/index.server.ts'
import type { Db, Trx } from '#src/platform/db/open.server.ts'
import { allRows } from '#src/platform/db/rows.server.ts'
import { answerBy, reminderHours, type Shows } from './policy.ts'

// States and transitions: REQUIREMENTS O6. Each is one guarded update; the payment is locked first, as settling does.

interface Answered {
  id: string
  userId: string
  biodataId: string
  number: number
  paymentId: string | null
  deleted: boolean
}
const answered = sql`r.id, r.user_id, r.biodata_id, r.number, r.payment_id, r.deleted`

type Said = 'not now' | 'over' | 'ended'

const tellAsker = (trx: Trx, { id, userId, number, paymentId }: Answered, answer: Said) =>
  notify(trx, {
    to: userId,
    kind: 'request-answered',
    cause: `${id} ${answer}`,
    about: { answer, number },
    mail: { kind: 'family-answer', answer, number, hasFee: paymentId !== null },
  })

/** Of a request `r`: who asks may answer it now. */
const mayAnswer = (actorId: string) =>
  sql<boolean>`(r.biodata_id = ${actorId} or ${isGuardianFor(actorId, sql`r.biodata_id`, 'answer')}
    and ${isSinceAcceptance(actorId, sql`r`)} and not exists (
      select from blocks where ${actorId}::uuid in (blocker_id, blocked_id) and r.user_id in (blocker_id, blocked_id)))`

/** A guardian who is removed at this moment has answered before, or has no right to. */
const holdGuardianship = (trx: Trx, actorId: string, id: string) =>
  sql`
    select from guardianships
    where guardian_id = ${actorId} and ended_at is null and ward_id = (select biodata_id from contact_requests where id = ${id})
    for share`.execute(trx)

interface Found {
  answer: string | null
  isOpen: boolean
  showsOwn: boolean
}
const find = async (db: Db, { actorId, id, now }: Answering) =>
  (
    await allRows<Found>(db)`
      select answer, ${isInTime(now)} as is_open, shows_own from contact_requests r
      where r.id = ${id} and r.forwarded_at is not null and ${mayAnswer(actorId)}`
  )[0]

/** Of a request `r`. Before the bureau has reached a family that it calls, the time to answer has not begun. */
export const isInTime = (now: Date) => sql<boolean>`(r.status = 'forwarded' and coalesce(r.answer_by > ${now}, true))`

export interface Answering {
  /** The owner, a guardian of theirs who may answer, or an administrator who heard it on the telephone. */
  actorId: string
  id: string
  now: Date
  /** Whose phone the yes shows; without it a guardian's, where one is the contact. */
  shows?: Shows | undefined
}

/** Of a request `r`: a guardian's number is shown in place of the owner's. */
const hasContactGuardian = sql<boolean>`(select ${guardiansPhone} from biodata where biodata.id = r.biodata_id) is not null`

/** Only the owner chooses whose phone is shown; a guardian's only while there is one. */
const mayShow = (actorId: string, shows: Shows | undefined) =>
  shows
    ? sql<boolean>`(r.biodata_id = ${actorId} and (${shows === 'own'} or ${hasContactGuardian}))`
    : sql<boolean>`true`

/** @param isTheirs of a request `r`: whether `actorId` may say this @returns false where there is nothing to answer now */
export async function writeYes(trx: Trx, { actorId, id, now, shows }: Answering, isTheirs: RawBuilder<boolean>) {
  const [said] = await allRows<Answered>(trx)`
    update contact_requests r set status = 'approve', approved_at = ${now}, approved_by = forwarded_by,
      by_guardian = ${shows !== 'own'} and ${hasContactGuardian}, shows_own = ${shows === 'own'},
      answer = 'yes', answered_at = ${now}, answered_by = ${actorId}
    where r.id = ${id} and ${isTheirs} and ${isInTime(now)} and ${mayShow(actorId, shows)}
    returning ${answered}`
  if (!said) return false
  // An asker who has deleted the request would not find it on the page that the mail leads to.
  if (!said.deleted)
    await notify(trx, {
      to: said.userId,
      kind: 'request-answered',
      cause: `${id} yes`,
      about: { answer: 'approved', number: said.number },
      mail: { kind: 'contact-approved', number: said.number },
    })
  return true
}

/** The fee goes back. @returns as {@link writeYes} */
export async function writeNotNow(trx: Trx, { actorId, id, now }: Answering, isTheirs: RawBuilder<boolean>) {
  const [said] = await allRows<Answered>(trx)`
    update contact_requests r set status = 'declined', ended_at = ${now},
      answer = 'not now', answered_at = ${now}, answered_by = ${actorId}
    where r.id = ${id} and ${isTheirs} and ${isInTime(now)}
    returning ${answered}`
  if (!said) return false
  await giveBack(trx, said.paymentId, 'declined', now)
  await tellAsker(trx, said, 'not now')
  return true
}

/**
 * @returns 1, 0 if it was answered so before, `late` for another answer or an end before, `no-such-contact` for a choice
 * that is not the caller's, undefined without a request
 */
const answering = (wanted: 'yes' | 'not now', write: typeof writeYes) => (db: Db, said: Answering) =>
  db.transaction().execute(async (trx) => {
    const { actorId, id } = said
    await holdRequest(trx, id, actorId)
    await holdGuardianship(trx, actorId, id)
    if (await write(trx, said, mayAnswer(actorId))) return 1 as const
    const found = await find(trx, said)
    if (found?.isOpen && said.shows) return 'no-such-contact' as const
    const isOtherContact = said.shows !== undefined && found?.showsOwn !== (said.shows === 'own')
    return found && isOtherContact ? ('late' as const) : outcome(found, wanted)
  })

export const sayYes = answering('yes', writeYes)
export const sayNotNow = answering('not now', writeNotNow)

const outcome = (found: Found | undefined, wanted: string) =>
  found && (found.answer === wanted ? (0 as const) : ('late' as const))

/** Until the asker has looked. @returns 1, 0 if it was taken back before, `late` once it was seen or has ended */
export const takeYesBack = (db: Db, { actorId, id, now }: Answering) =>
  db.transaction().execute(async (trx) => {
    await holdRequest(trx, id, actorId)
    await holdGuardianship(trx, actorId, id)
    const [said] = await allRows<Answered>(trx)`
      update contact_requests r set status = 'withdrawn', ended_at = ${now},
        answer = 'taken back', answered_at = ${now}, answered_by = ${actorId}
      where r.id = ${id} and ${mayAnswer(actorId)} and r.status = 'approve' and r.answer = 'yes' and r.first_seen_at is null
      returning ${answered}`
    if (!said) return outcome(await find(trx, { actorId, id, now }), 'taken back')
    await giveBack(trx, said.paymentId, 'declined', now)
    await tellAsker(trx, said, 'ended')
    return 1 as const
  })

/** So many of one kind at a time: the next round does the rest. */
const mostAtOnce = 200

const dueBy = (db: Db, now: Date) =>
  db
    .selectFrom('contactRequests')
    .select('id')
    .where('status', '=', 'forwarded')
    .where('answerBy', '<=', now)
    .where('biodataId', 'is not', null)
    .orderBy('answerBy')
    .limit(mostAtOnce)

/** A family that the bureau was to call has signed in: it answers by itself now. */
const beginForThoseHere = (db: Db, now: Date) =>
  sql`
    update contact_requests r set answer_by = ${answerBy(now)}
    where r.status = 'forwarded' and r.answer_by is null and has_signed_in(r.biodata_id)`.execute(db)

/** The clock: ends what nobody has answered in time, and reminds of what ends soon. @returns how many have ended */
export async function workOnAnswers(db: Db, now: Date) {
  await beginForThoseHere(db, now)
  let ended = 0
  for (const { id } of await dueBy(db, now).execute()) ended += await endUnanswered(db, id, now)
  const soon = new Date(now.getTime() + reminderHours * 3_600_000)
  const reminded = await dueBy(db, soon).where('answerBy', '>', now).where('remindedAt', 'is', null).execute()
  for (const { id } of reminded) await remind(db, id, now)
  return ended
}

const endUnanswered = (db: Db, id: string, now: Date) =>
  db.transaction().execute(async (trx) => {
    await holdRequest(trx, id)
    const [over] = await allRows<Answered>(trx)`
      update contact_requests r set status = 'declined', ended_at = ${now}, answer = 'over', answered_at = ${now}
      where r.id = ${id} and r.status = 'forwarded' and r.answer_by <= ${now} and r.biodata_id is not null
      returning ${answered}`
    if (!over) return 0
    await giveBack(trx, over.paymentId, 'declined', now)
    await tellAsker(trx, over, 'over')
    await tellFamily(trx, over, 'over')
    return 1
  })

const remind = (db: Db, id: string, now: Date) =>
  db.transaction().execute(async (trx) => {
    const [due] = await allRows<Answered & { answerBy: Date }>(trx)`
      update contact_requests r set reminded_at = ${now}
      where r.id = ${id} and r.status = 'forwarded' and r.reminded_at is null and r.biodata_id is not null
      returning ${answered}, r.answer_by`
    if (due) await tellFamily(trx, due, 'reminder', { until: due.answerBy })
  })
