import { type NotNull, sql } from 'kysely'
import { keyset, narrowing, readSearch, type SortKey, stated } from '#src/features/admin-list/index.server.ts'
import type { ListQuery } from '#src/features/admin-list/index.ts'
import { waits } from '#src/features/contact-requests/index.server.ts'
import { undoMsLeft } from '#src/features/contact-requests/policy.ts'
import { dayOf } from '#src/platform/clock.ts'
import { iso } from '#src/platform/db/ago.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { priceOf } from '#src/platform/money.ts'
import { type allRequests, type Judgement, judged, type Side } from './contract.ts'

const sortKeys = {
  name: { by: sql`lower(request.asker_name)`, type: 'text' },
  email: { by: sql`request.asker_email`, type: 'text' },
  number: { by: sql`request.number`, type: 'integer' },
  date: { by: sql`request.requested_at`, type: 'timestamptz' },
} satisfies Record<string, SortKey>

const asker = { name: sql`request.asker_name`, email: sql`request.asker_email`, sounds: sql`request.asker_sounds` }

/** For administrators, with the `key` of each row's place in the list. A number finds the biodata asked for. */
export async function findRequests(
  db: Db,
  { search, status, sort = '-date', ...wanted }: ListQuery<typeof allRequests>,
  today: string,
) {
  const order = keyset(sortKeys, sql`request.id`, { sort, ...wanted })
  const { number, words } = readSearch(search)
  const narrowed = await narrowing(db, { table: 'contact_requests', as: 'request', ...asker, order }, words)
  const listed = db
    .selectFrom('contactRequests as request')
    .select(['request.id', 'request.askerName', 'request.askerEmail', 'request.number', 'request.requestedAt'])
    // Where the fee was refunded there is nothing to approve: the biodata is deleted, or the payment was taken back.
    .where('request.biodataId', 'is not', null)
    .$if(status === undefined, (q) => q.where('request.status', 'in', judged.map(sql.lit)))
    .$if(status !== undefined, (q) => q.where('request.status', '=', sql.lit(status!)))
    .$if(number !== undefined, (q) => q.where('request.number', '=', number!))
    .$call(narrowed)
  // Joined after the page is cut: until then an index has all there is to look at.
  const page = db.selectFrom(listed.as('request')).select('request.id').$call(order.cut)
  const found = await db
    .selectFrom(page.as('page'))
    .innerJoin('contactRequests as request', 'request.id', 'page.id')
    .select(['request.id', 'request.askerName as name', 'request.askerEmail as email', 'request.number'])
    .select(['request.status', 'request.deleted', iso('request.requestedAt').as('date'), 'request.biodataId'])
    .select('request.userId as askerId')
    .$narrowType<{ status: (typeof judged)[number]; biodataId: NotNull }>()
    .select((of) => [
      order.key.as('key'),
      of.selectFrom('biodata').select('id').whereRef('id', '=', 'request.userId').as('ownBiodataId'),
      sql<number>`(select count(*)::int from contact_requests own where own.user_id = request.user_id)`.as('asked'),
      decider.as('decidedBy'),
      waits(today).as('waits'),
    ])
    .orderBy(order.orderBy)
    .execute()
  return found.map(stated)
}

const decider = sql<string | null>`(select name from users where id = coalesce(request.ended_by, request.approved_by))`

/** One request with both people, as an administrator judges it. @returns undefined without such a request */
export async function findJudgement(db: Db, id: string, viewerId: string, now: Date): Promise<Judgement | undefined> {
  const day = dayOf(now)
  const request = await db
    .selectFrom('contactRequests as request')
    .innerJoin('payments', 'payments.id', 'request.paymentId')
    .select(['request.id', 'request.userId', 'request.biodataId', 'request.number', 'request.status'])
    .select([iso('request.requestedAt').as('date'), 'request.approvedAt', 'request.approvedBy', 'request.deleted'])
    .select(iso<string | null>(sql`coalesce(request.ended_at, request.approved_at)`).as('decidedAt'))
    .select('request.endedBecause as because')
    .select(['payments.amount', 'payments.currency', 'payments.providerRef', 'payments.status as paymentStatus'])
    .select([waits(day).as('waits'), decider.as('decidedBy')])
    .where('request.id', '=', id)
    .executeTakeFirst()
  if (!request) return undefined
  const { userId, biodataId, approvedAt, approvedBy, amount, currency, ...row } = request
  const [asker, asked] = await Promise.all([
    sideOf(db, userId, now, day),
    biodataId ? sideOf(db, biodataId, now, day) : undefined,
  ])
  return (
    asker && {
      ...row,
      asker,
      asked: asked ?? null,
      undoMs: row.status === 'approve' && approvedBy === viewerId ? undoMsLeft(approvedAt!, now) : null,
      payment: { ...priceOf({ amount, currency }), status: row.paymentStatus, providerRef: row.providerRef },
    }
  )
}

const week = 7 * 86_400_000

async function sideOf(db: Db, id: string, now: Date, day: string): Promise<Side | undefined> {
  const since = (ms: number) => new Date(now.getTime() - ms)
  const [person, biodata, { rows }] = await Promise.all([
    db
      .selectFrom('users')
      .select(['id', 'name', iso('createdAt').as('since'), 'emailVerified as isVerified'])
      .where('id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('biodata')
      .select(['name', 'number', 'gender', 'premium', 'published', 'division', 'occupation', 'maritalStatus'])
      .select(sql<number>`extract(year from age(${day}::date, birth))::int`.as('age'))
      .where('id', '=', id)
      .executeTakeFirst(),
    sql<Side['requests']>`
      select count(*) filter (where user_id = ${id} and requested_at > ${since(week)})::int as week,
        count(*) filter (where user_id = ${id})::int as made,
        count(*) filter (where biodata_id = ${id})::int as received,
        count(*) filter (where biodata_id = ${id} and status = 'approve')::int as shown
      from contact_requests
      where (user_id = ${id} or biodata_id = ${id}) and requested_at > ${since((90 / 7) * week)}`.execute(db),
  ])
  return (
    person && {
      ...person,
      name: biodata?.name ?? person.name,
      requests: rows[0]!,
      biodata: biodata ? { ...biodata, maritalStatus: biodata.maritalStatus ?? undefined } : null,
    }
  )
}
