import { type SqlBool, sql } from 'kysely'
import { personOf } from '#src/features/admin-list/index.server.ts'
import { queueMailToAdmins } from '#src/features/mail/index.server.ts'
import { notify } from '#src/features/notifications/index.server.ts'
import { lockPaymentsBetween } from '#src/features/users/index.server.ts'
import { record } from '#src/platform/db/audit.server.ts'
import { type Db, iso, type Trx } from '#src/platform/db/open.server.ts'
import { allRows, countWritten } from '#src/platform/db/rows.server.ts'
import type { InputOf } from '#src/platform/http/contract.ts'
import { keyset, type ListQuery } from '#src/platform/http/keyset.server.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import * as contract from './contract.ts'

type Blocker = Pick<Member, 'userId' | 'isAdmin' | 'blocked'>

/** People they find, blocked, or opened their contact to. Nobody may learn that others exist (REQUIREMENTS R4). */
const findOther = (db: Db, by: Blocker, id: string) =>
  db
    .selectFrom('users')
    .leftJoin('biodata', 'biodata.id', 'users.id')
    .select(['users.id', 'biodata.number'])
    .where('users.id', '=', id)
    .where('users.id', '<>', by.userId)
    .$if(!by.isAdmin, (q) =>
      q.where(
        sql<SqlBool>`((biodata.published and biodata.number <> all(${by.blocked}::integer[]))
          or exists (select from blocks where blocker_id = ${by.userId} and blocked_id = users.id)
          or exists (select from contact_views where owner_id = ${by.userId} and viewer_id = users.id
            and by_right in ('premium', 'request'))
          or exists (select from contact_requests where biodata_id = ${by.userId} and user_id = users.id
            and status = 'approve'))`,
      ),
    )
    .executeTakeFirst()

export const isNoneOf = (numbers: readonly number[]) => sql<SqlBool>`biodata.number <> all(${numbers}::integer[])`

async function insertBlock(trx: Trx, blockerId: string, blockedId: string) {
  // A request that is being made does not see the block yet, nor the block it, see `person_blocked`.
  await lockPaymentsBetween(trx, blockerId, blockedId)
  return countWritten(trx)`
    insert into blocks (blocker_id, blocked_id) values (${blockerId}, ${blockedId}) on conflict do nothing`
}

export const isBlockBetween = (one: string, other: string) => sql<SqlBool>`exists (
  select from blocks
  where blocker_id = ${one} and blocked_id = ${other} or blocker_id = ${other} and blocked_id = ${one})`

/** @returns 0 when it was so before, undefined when there is nobody to block */
export const block = (db: Db, by: Blocker, blockedId: string) =>
  db.transaction().execute(async (trx) => {
    const other = await findOther(trx, by, blockedId)
    return other && insertBlock(trx, by.userId, other.id)
  })

export const unblock = (db: Db, blockerId: string, blockedId: string) =>
  countWritten(db)`delete from blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId}`

export const listBlocks = (db: Db, blockerId: string) =>
  db
    .selectFrom('blocks')
    .leftJoin('biodata', 'biodata.id', 'blocks.blockedId')
    .select(['blocks.blockedId as id', 'biodata.number', iso('blocks.at').as('date')])
    .where('blockerId', '=', blockerId)
    .orderBy('blocks.at', 'desc')
    .execute()

/** @returns the report's id; `open` where one by the same reporter waits, undefined when there is nobody to report */
export const report = (db: Db, by: Blocker, about: InputOf<typeof contract.reportPerson>) =>
  db.transaction().execute(async (trx) => {
    const other = await findOther(trx, by, about.id)
    if (!other) return undefined
    const { reason, words = null } = about
    const { id: reportedId, number } = other
    const [inserted] = await allRows<{ id: string }>(trx)`
      insert into reports (reporter_id, reported_id, number, reason, words)
      values (${by.userId}, ${reportedId}, ${number}, ${reason}, ${words}) on conflict do nothing returning id`
    if (!inserted) return 'open'
    if (about.block) await insertBlock(trx, by.userId, reportedId)
    await queueMailToAdmins(trx, { kind: 'new-report', days: contract.answerDays })
    return inserted
  })

export const listReportsBy = (db: Db, reporterId: string) =>
  db
    .selectFrom('reports')
    .select(['id', 'number', 'reason', 'words', 'outcome', 'answer'])
    .select([iso('at').as('date'), iso<string | null>('answeredAt').as('answered')])
    .where('reporterId', '=', reporterId)
    .orderBy('at', 'desc')
    .execute()

const isOpen = sql<SqlBool>`outcome is null`
const isAnswered = sql<SqlBool>`outcome is not null`
type Wanted = ListQuery<{ rows: typeof contract.listReported }>

/** Leaves out `viewerId`, who must not read reports about them. Open reports: oldest first; answered: latest first. */
export async function listReported(db: Db, viewerId: string, { state = 'open', ...wanted }: Wanted) {
  const [at, before, isMeant, sort] =
    state === 'open'
      ? ([sql`at`, sql`<`, isOpen, 'at'] as const)
      : ([sql`answered_at`, sql`>`, isAnswered, '-at'] as const)
  const order = keyset({ at: { by: at, type: 'timestamptz' } }, sql`reported_id`, { ...wanted, sort })
  // In the order of an index, each person at the first of their reports: nothing is read beyond the page.
  return allRows<contract.Reported & { key: string }>(db)`
    select reported_id as id, ${order.key} as key, ${personOf('users')} as person, biodata.id as biodata_id,
      users.role is not distinct from 'admin' as is_admin, users.suspended_at is not null as is_suspended,
      biodata.unpublished as is_unpublished,
      (select count(distinct reporter_id) from reports where reported_id = people.reported_id)::int as reporters,
      (about.reports->0->>'number')::int as number, about.reports
    from (
      select reported_id, ${at} from reports
      where ${isMeant} and reported_id <> ${viewerId} and ${order.isBeyond ?? sql`true`}
        and not exists (
          select from reports other where other.reported_id = reports.reported_id and other.${isMeant}
            and (other.${at}, other.id) ${before} (reports.${at}, reports.id))
      order by ${order.orderBy} limit ${wanted.limit}
    ) people
    left join users on users.id = reported_id
    left join biodata on biodata.id = reported_id
    cross join lateral (
      select json_agg(report) as reports from (
        select report.id, report.number, reason, words, outcome, answer, ${iso('report.at')} as date,
          ${personOf('reporter')} as reporter, own.id as reporter_biodata_id, own.number as reporter_number
        from reports report
        left join users reporter on reporter.id = reporter_id
        left join biodata own on own.id = reporter_id
        where reported_id = people.reported_id and (${state === 'open'} or ${isAnswered})
        order by outcome is not null, report.at desc limit ${contract.mostOfOne}
      ) report
    ) about
    order by ${order.orderBy}`
}

/** About how many people reports wait that this administrator may read, and since when the first. */
export const countReported = (db: Db, viewerId: string) =>
  db
    .selectFrom('reports')
    .select(sql<number>`count(distinct reported_id)::int`.as('people'))
    .select(iso<string | null>(sql`min(at)`).as('oldest'))
    .where(isOpen)
    .where('reportedId', '<>', viewerId)
    .executeTakeFirstOrThrow()

type Answer = InputOf<typeof contract.answerReports>

/** Only open ones, not about the administrator. @returns how many; undefined when there are no such reports at all */
export const answer = (db: Db, actorId: string, { ids, outcome, answer }: Answer) =>
  db.transaction().execute(async (trx) => {
    // In one order, so that two colleagues who answer the same ones wait for each other.
    const named = await allRows<{ id: string }>(trx)`
      select id from reports where id = any(${ids}::uuid[]) and reported_id <> ${actorId} order by id for update`
    if (named.length === 0) return undefined
    const answered = await allRows<{ id: string; reporterId: string | null; reportedId: string }>(trx)`
      update reports set outcome = ${outcome}, answer = ${answer}, answered_at = now(), answered_by = ${actorId}
      where id = any(${named.map(({ id }) => id)}::uuid[]) and ${isOpen} returning id, reporter_id, reported_id`
    for (const id of new Set(answered.map(({ reportedId }) => reportedId)))
      await record(trx, actorId, outcome === 'resolved' ? 'resolved report' : 'dismissed report', id)
    const kind = 'report-answered'
    for (const { id, reporterId } of answered)
      if (reporterId) await notify(trx, { to: reporterId, kind, cause: id, about: {}, mail: { kind } })
    return answered.length
  })
