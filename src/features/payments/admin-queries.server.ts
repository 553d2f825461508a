import { sql } from 'kysely'
import { isFound, keyset, matching, readSearch, type SortKey, stated } from '#src/features/admin-list/index.server.ts'
import type { ListQuery } from '#src/features/admin-list/index.ts'
import { iso } from '#src/platform/db/ago.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { priceOf } from '#src/platform/money.ts'
import type { allPayments, FindingKind, PaymentState } from './contract.ts'

const sortKeys = { date: { by: sql`payment.created_at`, type: 'timestamptz' } } satisfies Record<string, SortKey>

const person = { name: sql`payer.name`, email: sql`payer.email`, sounds: sql`payer.sounds` }
const payer = { table: 'users', as: 'payer', ...person }

/** For administrators, with the `key` of each row's place in the list. A number finds the biodata that was paid for. */
export async function findPayments(
  db: Db,
  { search, status, sort = '-date', ...wanted }: ListQuery<typeof allPayments>,
) {
  const order = keyset(sortKeys, sql`payment.id`, { sort, ...wanted })
  const reference = /^\w{2,6}_\w+$/.exec(search?.trim() ?? '')?.[0]
  const { number, words } = readSearch(reference ? undefined : search)
  // Who has paid stands in another table: to look at one costs as much as to take one that is found.
  const all = { orderBy: sql`payer.id`, isBeyond: undefined, limit: wanted.limit }
  const payers = words === undefined ? undefined : await isFound(db, { ...payer, order: all, perFind: 1 }, words)
  const rows = await db
    .selectFrom('payments as payment')
    .leftJoin('users as payer', 'payer.id', 'payment.userId')
    .leftJoin('biodata', 'biodata.id', 'payment.biodataId')
    .select(['payment.id', iso('payment.createdAt').as('date'), 'payment.amount', 'payment.currency', 'payment.status'])
    .select(['payment.refundBecause as because', 'payer.id as payerId', 'biodata.number', order.key.as('key')])
    .select(({ fn: { coalesce } }) => [
      coalesce('payment.providerRef', sql.lit('')).as('providerRef'),
      coalesce('payer.name', sql.lit('')).as('name'),
      coalesce('payer.email', sql.lit('')).as('email'),
    ])
    .select(
      sql<FindingKind | null>`(select kind from payment_findings finding
      where (finding.provider, finding.provider_ref) = (payment.provider, payment.provider_ref) and done_at is null
      order by finding.id desc limit 1)`.as('finding'),
    )
    .where('payment.status', '<>', sql.lit('canceled'))
    .$narrowType<{ status: PaymentState }>()
    .$if(status !== undefined, (q) => q.where('payment.status', '=', status!))
    .$if(reference !== undefined, (q) => q.where('payment.providerRef', '=', reference!))
    .$if(number !== undefined, (q) => q.where('biodata.number', '=', number!))
    .$if(payers === 'often', (q) => q.where(sql<boolean>`coalesce(${matching(payer, words!)}, false)`))
    .$if(payers === 'seldom', (q) =>
      q.where(sql<boolean>`payment.user_id in (select id from users payer where ${matching(payer, words!)})`),
    )
    .$call(order.cut)
    .execute()
  return rows.map((row) => ({ ...stated(row), ...priceOf(row) }))
}

/** The last twelve months by the site's calendar, with those currencies that were paid in. */
export async function sumByMonth(db: Db, today: string) {
  type Sums = Record<'number' | 'amount' | 'backNumber' | 'backAmount', number>
  const { rows } = await sql<{ month: string; currency: string } & Sums>`
    select to_char(day, 'YYYY-MM') as month, currency,
      (sum(n) filter (where what = 'paid'))::int as number, (sum(amount) filter (where what = 'paid'))::float8 as amount,
      (coalesce(sum(n) filter (where what = 'went back'), 0))::int as back_number,
      (coalesce(sum(amount) filter (where what = 'went back'), 0))::float8 as back_amount
    from counted_by_day
    where what in ('paid', 'went back') and day >= date_trunc('month', ${today}::date) - interval '11 months'
    group by 1, 2 having sum(n) filter (where what = 'paid') > 0 order by 1 desc, 2`.execute(db)
  return rows.map(({ month, number, amount, backNumber, backAmount, ...of }) => {
    const { price: sum, currency } = priceOf({ ...of, amount })
    const wentBack = { number: backNumber, sum: priceOf({ ...of, amount: backAmount }).price }
    return { month, currency, paid: { number, sum }, wentBack }
  })
}
