import { sql } from 'kysely'
import { personOf } from '#src/features/admin-list/index.server.ts'
import { listViewers } from '#src/features/contact-ledger/index.server.ts'
import { refundTrouble } from '#src/features/payments/contract.ts'
import type { Action } from '#src/platform/db/audit.server.ts'
import { type Db, iso } from '#src/platform/db/open.server.ts'
import { allRows, oneRow } from '#src/platform/db/rows.server.ts'
import { priceOf } from '#src/platform/money.ts'
import type { Overview, PersonFacts } from './contract.ts'

export async function addUpCounts(db: Db) {
  await sql`select add_up_counts()`.execute(db)
}

/** Twelve weeks of seven days; the last ends with the day `today` (`YYYY-MM-DD`). */
export const countByWeek = (db: Db, today: string) =>
  oneRow<Pick<Overview, 'weeks' | 'growth'>>(db)`
    select json_agg(day order by day) as weeks, json_build_object('biodata', json_agg(biodata order by day),
      'users', json_agg(users order by day), 'contactRequests', json_agg(contact_requests order by day),
      'approvals', json_agg(approvals order by day)) as growth
    from (
      select week.day, ${sumOf('biodata')} as biodata, ${sumOf('accounts')} as users,
        ${sumOf('contact requests')} as contact_requests, ${sumOf('approvals')} as approvals
      from (select ${today}::date - 83 + 7 * place as day, place from generate_series(0, 11) place) week
      left join (
        select what, (day - ${today}::date + 83) / 7 as place, n from counted_by_day
        where what in ('biodata', 'accounts', 'contact requests', 'approvals') and currency = ''
          and day between ${today}::date - 83 and ${today}::date
      ) counted using (place)
      group by week.day
    ) weekly`

const sumOf = (what: string) => sql`coalesce(sum(n) filter (where what = ${sql.lit(what)}), 0)::int`

type Queues = Record<
  'contactRequests' | 'premiumRequests' | 'familiesToCall' | 'paymentFindings' | 'failedRefunds',
  number
>

export const countQueues = (db: Db) =>
  oneRow<Queues>(db)`
    select ${sumOf('contact requests waiting')} as contact_requests,
      ${sumOf('premium requests waiting')} as premium_requests,
      (select count(*)::int from contact_requests request where status = 'forwarded' and (answer_by is null
        or exists (select from family_calls where request_id = request.id) and not has_signed_in(biodata_id))) as families_to_call,
      (select count(*)::int from payment_findings where done_at is null) as payment_findings,
      (select count(*)::int from payment_findings
        where done_at is null and kind = any(${refundTrouble}::text[])) as failed_refunds
    from counted_by_day
    where what in ('contact requests waiting', 'premium requests waiting') and day = '-infinity'`

interface Totals extends Pick<Overview, 'users' | 'biodata' | 'newBiodata'> {
  kept: { number: number; amount: number; currency: string }[]
}

/** @param today `YYYY-MM-DD`, by which the new biodata of yesterday and today are counted */
export async function countAll(db: Db, today: string) {
  const { kept, ...counts } = await oneRow<Totals>(db)`
    with counted as (
      select what, currency, sum(n)::int as n, sum(amount) as amount from counted_by_day
      where what in ('accounts', 'kept') and day = '-infinity'
      group by what, currency
    )
    select ${sumOf('accounts')} as users,
      (select coalesce(sum(n), 0)::int from biodata_count where marital_status = 'any' and period = 'year') as biodata,
      (select coalesce(sum(n), 0)::int from counted_by_day
        where what = 'biodata' and currency = '' and day >= ${today}::date - 1) as new_biodata,
      coalesce(json_agg(json_build_object('number', n, 'amount', amount, 'currency', currency) order by currency)
        filter (where what = 'kept' and n <> 0), '[]') as kept
    from counted`
  const payments = kept.map(({ number, ...paid }) => {
    const { price: sum, currency } = priceOf(paid)
    return { currency, number, sum }
  })
  return { ...counts, payments }
}

interface Setup extends Record<'admins' | 'adminsWithoutFactor', number> {
  backup: boolean
  privacy: boolean
  biodata: boolean
  isHidden: boolean
}

/** Notes of an administrator have themselves as subject, so that an index finds them among what they have done. */
export const readSetup = (db: Db, viewerId: string) => {
  const isNoted = (action: Action) =>
    sql`exists (select from audit_log where subject_id = users.id and action = ${action})`
  return oneRow<Setup>(db)`
    select count(*)::int as admins,
      (count(*) filter (where not two_factor_enabled))::int as admins_without_factor,
      coalesce(bool_or(${isNoted('read privacy text')}), false) as privacy,
      exists (select from audit_log where actor_id is null and action = 'made backup') as backup,
      exists (select from biodata) as biodata,
      coalesce((
        select action = 'hid setup' from audit_log
        where subject_id = ${viewerId} and action in ('hid setup', 'showed setup') order by id desc limit 1
      ), false) as is_hidden
    from users where role = 'admin'`
}

/** The latest first. What was done to a contact request shows who asked, and for whom. */
export async function listActions(db: Db, limit: number, before: number | undefined) {
  return db
    .selectFrom('auditLog as line')
    .leftJoin('users as actor', 'actor.id', 'line.actorId')
    .leftJoin('contactRequests as request', 'request.id', 'line.subjectId')
    .leftJoin('biodata', 'biodata.id', 'request.biodataId')
    .leftJoin('users as subject', (on) =>
      on.on('subject.id', '=', (of) => of.fn.coalesce('request.userId', 'line.subjectId')),
    )
    .select(['line.id', iso('line.at').as('at'), 'line.action', 'line.subjectId', 'biodata.number'])
    .select(['subject.id as personId', personOf('actor').as('actor'), personOf('subject').as('subject')])
    .select(sql<boolean>`line.actor_id is null`.as('isCommandLine'))
    .$if(before !== undefined, (q) => q.where('line.id', '<', String(before)))
    .orderBy('line.id', 'desc')
    .limit(sql.lit(limit))
    .execute()
}

/** So many lines of each list are on the page of a person. */
const most = 50

/** @returns undefined when there is no such person; `day` is today */
export async function findPerson(db: Db, id: string, day: string): Promise<PersonFacts | undefined> {
  const person = await db
    .selectFrom('users')
    .leftJoin('premium', 'premium.userId', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.emailVerified as isVerified'])
    .select([iso('users.createdAt').as('since'), 'premium.status as premium', 'users.role'])
    .select([iso<string | null>('suspendedAt').as('suspendedAt'), 'users.suspendedBecause'])
    .select(iso<string | null>(sql`select max(updated_at) from sessions where user_id = users.id`).as('lastHere'))
    .where('users.id', '=', id)
    .executeTakeFirst()
  if (!person) return undefined
  const [biodata, requests, payments, views, history] = await Promise.all([
    db
      .selectFrom('biodata')
      .select(['number', 'gender', 'division', 'occupation', 'presence', 'unpublished', 'published', 'contactFor'])
      .select(sql<number>`extract(year from age(${day}::date, birth))::int`.as('age'))
      .where('id', '=', id)
      .executeTakeFirst(),
    requestsOf(db, id),
    paymentsOf(db, id),
    listViewers(db, id, { limit: most }),
    historyOf(db, id),
  ])
  const { suspendedAt, suspendedBecause } = person
  return {
    ...person,
    isAdmin: person.role === 'admin',
    isPremium: person.premium === 'approve',
    suspended: suspendedAt && suspendedBecause ? { at: suspendedAt, because: suspendedBecause } : null,
    biodata: biodata ?? null,
    requests,
    payments,
    views: views.map((view) => ({ ...view, viewer: view.name })),
    history,
  }
}

type Priced<Row> = Omit<Row, 'price'> & { amount: number }

async function requestsOf(db: Db, id: string) {
  const rows = await allRows<Priced<PersonFacts['requests'][number]>>(db)`
    select request.id, request.status, ${iso('request.requestedAt')} as date, request.user_id = ${id} as is_made,
      case when request.user_id = ${id} then request.number else biodata.number end as number,
      amount, currency, payments.status as payment, other.id as other_id, other.name as other
    from contact_requests request join payments on payments.id = request.payment_id
    left join users other on other.id = case when request.user_id = ${id} then request.biodata_id else request.user_id end
    left join biodata on biodata.id = other.id
    where request.user_id = ${id} or request.biodata_id = ${id}
    order by request.requested_at desc limit ${most}`
  return rows.map((row) => ({ ...row, ...priceOf(row) }))
}

async function paymentsOf(db: Db, id: string) {
  const rows = await allRows<Priced<PersonFacts['payments'][number]>>(db)`
    select amount, currency, status, ${iso('createdAt')} as date, coalesce(provider_ref, '') as reference
    from payments where user_id = ${id} order by created_at desc limit ${most}`
  return rows.map((paid) => ({ ...paid, ...priceOf(paid) }))
}

async function historyOf(db: Db, id: string) {
  const lines = (subjects: ReturnType<typeof sql>) => sql`
    (select id, at, action, actor_id from audit_log where ${subjects} order by id desc limit ${sql.lit(most)})`
  return allRows<PersonFacts['history'][number]>(db)`
    select ${iso('line.at')} as at, line.action, actor.name as actor, line.actor_id is null as is_command_line from (
      ${lines(sql`subject_id = ${id}`)} union ${lines(sql`actor_id = ${id}`)} union
      ${lines(sql`subject_id in (select id from contact_requests where user_id = ${id} or biodata_id = ${id})`)}
    ) line left join users actor on actor.id = line.actor_id
    order by line.id desc limit ${sql.lit(most)}`
}
