import { type SqlBool, sql } from 'kysely'
import { notify } from '#src/features/notifications/index.server.ts'
import { daysBefore } from '#src/platform/clock.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { allRows, countWritten, oneRow, stated } from '#src/platform/db/rows.server.ts'
import type { InputOf, ResultOf } from '#src/platform/http/contract.ts'
import type { answerQuestion, feedbackOn, Question, SaidOfPerson } from './contract.ts'
import { daysOpen, daysStillAsked, daysUntilAsked } from './policy.ts'

/** Of one run; the next one goes on. */
const mostAtOnce = 200

/** Of a request `r`: its contact was opened and is not closed again, its asker did not put it away, and nobody blocked the other. */
const isAskable = sql<SqlBool>`r.status = 'approve' and r.biodata_id is not null and not r.deleted and not exists (
  select from blocks where blocker_id in (r.user_id, r.biodata_id) and blocked_id in (r.user_id, r.biodata_id))`

/** Asks those who are due. Any number of servers may do it at once. @returns how many were asked */
export const askDue = (db: Db, now: Date) =>
  db.transaction().execute(async (trx) => {
    // In the order in which who ends requests holds them; a look or an end of this moment is waited for.
    const asked = await allRows<{ id: string; userId: string; number: number }>(trx)`
      with due as (
        select r.id, r.user_id, r.number from contact_requests r
        where ${isAskable} and r.first_seen_at <= ${daysBefore(now, daysUntilAsked)}
          and r.first_seen_at > ${daysBefore(now, daysStillAsked)}
          and not exists (select from contact_feedback where request_id = r.id)
          and not exists (select from users where id = r.user_id and suspended_at is not null)
        order by r.id limit ${mostAtOnce} for share of r
      ), asked as (
        insert into contact_feedback (request_id, asked_at) select id, ${now} from due
        on conflict do nothing returning request_id
      )
      select due.* from due join asked on request_id = due.id`
    for (const { id, userId, number } of asked)
      await notify(trx, {
        to: userId,
        kind: 'feedback',
        cause: id,
        about: { number },
        mail: { kind: 'feedback', number },
      })
    return asked.length
  })

/** Of a question `f` about a request `r`. */
const isOpen = (now: Date) =>
  sql<SqlBool>`f.closed_at is null and f.asked_at > ${daysBefore(now, daysOpen)} and ${isAskable}`

/** The oldest first, without names that the asker does not find. */
export const listOpen = async (db: Db, askerId: string, now: Date) =>
  (
    await allRows<Question & { nameInOtherScript: string }>(db)`
      select r.id, r.number, found.name, found.name_in_other_script,
        site_day(f.asked_at + ${`${daysOpen} days`}::interval)::text as until
      from contact_feedback f join contact_requests r on r.id = f.request_id
      left join published_biodata found on found.id = r.biodata_id
      where r.user_id = ${askerId} and ${isOpen(now)} order by f.asked_at, r.id`
  ).map(stated)

/** @returns 0 where it is not open any more, undefined where this person was never asked it */
async function close(db: Db, askerId: string, id: string, now: Date, said: ReturnType<typeof sql>) {
  const closed = await countWritten(db)`
    update contact_feedback f set closed_at = ${now}, ${said} from contact_requests r
    where f.request_id = ${id} and r.id = f.request_id and r.user_id = ${askerId} and ${isOpen(now)}`
  if (closed) return closed
  const [asked] = await allRows<object>(db)`
    select from contact_feedback join contact_requests r on r.id = request_id
    where request_id = ${id} and r.user_id = ${askerId}`
  return asked && (0 as const)
}

type Answer = Pick<InputOf<typeof answerQuestion>, 'id' | 'didAnswer' | 'wasRight' | 'note'>

/** @returns as {@link close} */
export const answer = (db: Db, askerId: string, { id, didAnswer, wasRight, note }: Answer, now: Date) =>
  close(db, askerId, id, now, sql`did_answer = ${didAnswer}, was_right = ${wasRight ?? null}, note = ${note ?? null}`)

/** @returns as {@link close} */
export const decline = (db: Db, askerId: string, id: string, now: Date) =>
  close(db, askerId, id, now, sql`did_answer = null`)

/** So many of the latest are on the page of a person. */
const mostShown = 50

type Counts = Omit<NonNullable<ResultOf<typeof feedbackOn>>, 'latest'>

/** What askers said of a person. @returns undefined when there is no such person */
export async function findSaidOf(db: Db, id: string) {
  const person = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()
  if (!person) return undefined
  const said = sql`contact_feedback f join contact_requests r on r.id = f.request_id
    where r.biodata_id = ${id} and f.did_answer is not null`
  const [counts, latest] = await Promise.all([
    oneRow<Counts>(db)`
      select count(*) filter (where did_answer)::int as answered, count(*) filter (where not did_answer)::int as unanswered,
        count(*) filter (where was_right = 'yes')::int as right, count(*) filter (where was_right = 'partly')::int as partly_right,
        count(*) filter (where was_right = 'no')::int as wrong
      from ${said}`,
    allRows<SaidOfPerson>(db)`
      select r.id, site_day(f.closed_at)::text as on, r.user_id as asker_id, r.asker_name as asker, did_answer, was_right, note
      from ${said} order by f.closed_at desc limit ${mostShown}`,
  ])
  return { ...counts, latest }
}

/** Every question that a person was asked, for the export. */
export const exportedOf = (db: Db, askerId: string) =>
  db
    .selectFrom('contactFeedback as said')
    .innerJoin('contactRequests as request', 'request.id', 'said.requestId')
    .select(['request.number', 'said.askedAt', 'said.closedAt', 'said.didAnswer', 'said.wasRight', 'said.note'])
    .where('request.userId', '=', askerId)
    .orderBy('said.askedAt')
    .execute()

export const feedbackIsKept = '1 year'
