import { type SqlBool, sql } from 'kysely'
import { contactAllowance, lockViewer, recordShowing } from '#src/features/contact-ledger/index.server.ts'
import { phoneShown } from '#src/features/contact-requests/index.server.ts'
import { isGuardianFor } from '#src/features/guardians/index.server.ts'
import { readingLimits } from '#src/features/safety/policy.ts'
import { recordViewing } from '#src/platform/db/audit.server.ts'
import { type Db, iso } from '#src/platform/db/open.server.ts'
import { allRows, oneRow } from '#src/platform/db/rows.server.ts'
import { keyset, type ListQuery } from '#src/platform/http/keyset.server.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import type { listUnanswered, UnansweredReport } from './contract.ts'

/** Of a row of `report`: nobody decides about themselves. */
export const isForOthers = (adminId: string) =>
  sql<SqlBool>`(${adminId}::uuid not in (report.reporter_id, report.owner_id)
    and not ${isGuardianFor(adminId, sql`report.owner_id`, 'see')})`

type Wanted = ListQuery<{ rows: typeof listUnanswered }>

/** Leaves out what this administrator may not decide. Open reports: the oldest first; decided: the latest first. */
export async function listReports(db: Db, adminId: string, { state = 'open', ...wanted }: Wanted) {
  const [by, isMeant, sort] =
    state === 'open'
      ? ([sql`report.reported_at`, sql`report.outcome is null`, 'at'] as const)
      : ([sql`report.decided_at`, sql`report.outcome is not null`, '-at'] as const)
  const order = keyset({ at: { by, type: 'timestamptz' } }, sql`report.request_id`, { ...wanted, sort })
  return allRows<UnansweredReport & { key: string }>(db)`
    select request_id as id, ${order.key} as key, is_guardians, note, ${iso('report.reportedAt')} as date,
      ${iso('request.firstSeenAt')} as first_seen_at, request.payment_id is not null as has_fee, outcome,
      ${iso('report.decidedAt')} as decided_at, decider.name as decided_by,
      json_build_object('id', reporter.id, 'name', reporter.name, 'number', own.number, 'made', reports.made, 'found', reports.found)
        as reporter,
      json_build_object('id', owner.id, 'name', owner.name, 'number', owner.number) as owner,
      (select max(at)::text from attestations
        where subject_id = owner.id and kind = 'phone' and ended_at is null and ends_on > current_date) as attested_on
    from unanswered_reports report
    join contact_requests request on request.id = request_id
    join users reporter on reporter.id = reporter_id
    join biodata owner on owner.id = owner_id
    left join biodata own on own.id = reporter_id
    left join users decider on decider.id = decided_by
    cross join lateral (
      select count(*)::int as made, (count(*) filter (where outcome = 'unanswered'))::int as found
      from unanswered_reports one where one.reporter_id = report.reporter_id
    ) reports
    where ${isMeant} and ${isForOthers(adminId)} and ${order.isBeyond ?? sql`true`}
    order by ${order.orderBy} limit ${wanted.limit}`
}

/** How many wait for this administrator, and since when the first. */
export const countUnanswered = (db: Db, adminId: string) =>
  oneRow<{ waiting: number; oldest: string | null }>(db)`
    select count(*)::int as waiting, ${iso(sql`min(report.reported_at)`)} as oldest
    from unanswered_reports report where outcome is null and ${isForOthers(adminId)}`

/** Records and counts the look as every look of an administrator. @returns undefined once it is decided, or `opensInSeconds` */
export const showNumber = (db: Db, { userId, isConfirmed }: Member, id: string) =>
  db.transaction().execute(async (trx) => {
    await lockViewer(trx, userId)
    const [shown] = await allRows<{ ownerId: string; phone: string; isChanged: boolean }>(trx)`
      select owner_id, report.phone, report.phone is distinct from ${phoneShown} as is_changed
      from unanswered_reports report
      join contact_requests request on request.id = request_id
      join biodata on biodata.id = owner_id
      where request_id = ${id} and outcome is null and ${isForOthers(userId)}`
    if (!shown) return undefined
    const { ownerId, ...number } = shown
    const limit = { byRight: 'administrator', ...readingLimits.contactsOfAdministrator } as const
    const { opensAt, opensInSeconds } = await contactAllowance(trx, userId, ownerId, limit)
    if (opensAt && !isConfirmed) return { opensInSeconds }
    await recordShowing(trx, userId, 'administrator', [ownerId])
    await recordViewing(trx, userId, ownerId)
    return number
  })
