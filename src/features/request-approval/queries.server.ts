import { type ExpressionBuilder, type NotNull, sql } from 'kysely'
import { indexed, keyset, narrowing, readSearch, type SortKey } from '#src/features/admin-list/index.server.ts'
import type { ListQuery } from '#src/features/admin-list/index.ts'
import { waits } from '#src/features/contact-requests/index.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import { type allRequests, judged, type Side } from './contract.ts'

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
  const list = { table: 'contact_requests', as: 'request', ...asker, order, perFind: indexed } as const
  const narrowed = await narrowing(db, list, words)
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
    .select(['request.status', 'request.deleted', 'request.requestedAt', 'request.biodataId'])
    .select('request.userId as askerId')
    .$narrowType<{ status: (typeof judged)[number]; biodataId: NotNull }>()
    .select((of) => [
      order.key.as('key'),
      of.selectFrom('biodata').select('id').whereRef('id', '=', 'request.userId').as('ownBiodataId'),
      of
        .selectFrom('contactRequests as own')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .whereRef('own.userId', '=', 'request.userId')
        .as('asked'),
      deciderOf(of).as('decidedBy'),
      waits(today).as('waits'),
    ])
    .orderBy(order.orderBy)
    .execute()
  return found.map(({ requestedAt, ownBiodataId, asked, decidedBy, ...row }) => ({
    ...row,
    ownBiodataId: ownBiodataId ?? undefined,
    asked: Number(asked),
    decidedBy: decidedBy ?? undefined,
    date: requestedAt.toISOString(),
  }))
}

const deciderOf = (of: ExpressionBuilder<Schema & { request: Schema['contactRequests'] }, 'request'>) =>
  of
    .selectFrom('users as decider')
    .select('decider.name')
    .whereRef('decider.id', '=', of.fn.coalesce('request.endedBy', 'request.approvedBy'))

/** One request with both people, as an administrator judges it; `day` is today. */
export async function findJudgement(db: Db, id: string, now: Date, day: string) {
  const request = await db
    .selectFrom('contactRequests as request')
    .innerJoin('payments', 'payments.id', 'request.paymentId')
    .select(['request.id', 'request.userId', 'request.biodataId', 'request.number', 'request.status'])
    .select(['request.requestedAt', 'request.approvedAt', 'request.approvedBy', 'request.deleted'])
    .select(['request.endedAt', 'request.endedBecause'])
    .select(['payments.amount', 'payments.currency', 'payments.providerRef', 'payments.status as paymentStatus'])
    .select((of) => [waits(day).as('waits'), deciderOf(of).as('decidedBy')])
    .where('request.id', '=', id)
    .executeTakeFirst()
  if (!request) return undefined
  const [asker, asked] = await Promise.all([
    sideOf(db, request.userId, now, day),
    request.biodataId ? sideOf(db, request.biodataId, now, day) : undefined,
  ])
  return asker && { ...request, asker, asked: asked ?? null }
}

const week = 7 * 86_400_000

async function sideOf(db: Db, id: string, now: Date, day: string): Promise<Side | undefined> {
  const since = (ms: number) => new Date(now.getTime() - ms)
  const person = await db
    .selectFrom('users')
    .leftJoin('biodata', 'biodata.id', 'users.id')
    .select(['users.id', 'users.name as accountName', 'users.createdAt', 'users.emailVerified'])
    .select(['biodata.name', 'biodata.number', 'biodata.gender', 'biodata.premium', 'biodata.published'])
    .select(['biodata.division', 'biodata.occupation', 'biodata.maritalStatus'])
    .select(sql<number | null>`extract(year from age(${day}::date, biodata.birth))::int`.as('age'))
    .where('users.id', '=', id)
    .executeTakeFirst()
  if (!person) return undefined
  const { rows } = await sql<{ week: number; made: number; received: number; shown: number }>`
    select count(*) filter (where user_id = ${id} and requested_at > ${since(week)})::int as week,
      count(*) filter (where user_id = ${id})::int as made,
      count(*) filter (where biodata_id = ${id})::int as received,
      count(*) filter (where biodata_id = ${id} and status = 'approve')::int as shown
    from contact_requests
    where (user_id = ${id} or biodata_id = ${id}) and requested_at > ${since((90 / 7) * week)}`.execute(db)
  const { accountName, createdAt, emailVerified, name, number, gender, premium, published, ...facts } = person
  return {
    id,
    name: name ?? accountName,
    since: createdAt.toISOString(),
    isVerified: emailVerified,
    requests: rows[0]!,
    biodata:
      number && gender
        ? {
            number,
            gender,
            premium: premium!,
            published: published!,
            age: facts.age!,
            division: facts.division!,
            occupation: facts.occupation!,
            maritalStatus: facts.maritalStatus ?? undefined,
          }
        : null,
  }
}
