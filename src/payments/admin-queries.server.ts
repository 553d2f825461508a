import { sql } from 'kysely'
import { keyset, type SortKey } from '#src/platform/db/keyset.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { ListQuery } from '#src/platform/http/lists.ts'
import { minorUnits } from '#src/platform/money.ts'
import { findUsers } from '#src/users/queries.server.ts'
import type { allPayments, PaymentState } from './contract.ts'

const sortKeys = { date: { by: sql`payment.created_at`, type: 'timestamptz' } } satisfies Record<string, SortKey>

/** How the provider's ids of payments look, as far as they are searched for. */
const isReference = (search: string | undefined) => search !== undefined && /^\w{2,6}_\w+$/.test(search.trim())

/** For administrators, with the `key` of each row's place in the list. A number finds the biodata that was paid for. */
export async function findPayments(
  db: Db,
  { search, status, sort = '-date', ...wanted }: ListQuery<typeof allPayments>,
) {
  const order = keyset(sortKeys, sql`payment.id`, { sort, ...wanted })
  const reference = isReference(search) ? search!.trim() : undefined
  const { users, number } = await findUsers(db, reference ? undefined : search)
  const rows = await db
    .selectFrom('payments as payment')
    .leftJoin('users as payer', 'payer.id', 'payment.userId')
    .leftJoin('biodata', 'biodata.id', 'payment.biodataId')
    .select(['payment.id', 'payment.createdAt', 'payment.amount', 'payment.currency', 'payment.status'])
    .select(['payment.refundBecause', 'payment.providerRef', 'payer.id as payerId', 'payer.name', 'payer.email'])
    .select((of) => [
      'biodata.number',
      order.key.as('key'),
      of
        .selectFrom('paymentFindings as finding')
        .select('finding.kind')
        .whereRef('finding.provider', '=', 'payment.provider')
        .whereRef('finding.providerRef', '=', 'payment.providerRef')
        .where('finding.doneAt', 'is', null)
        .orderBy('finding.id', 'desc')
        .limit(1)
        .as('finding'),
    ])
    .where('payment.status', '<>', sql.lit('canceled'))
    .$if(status !== undefined, (q) => q.where('payment.status', '=', status!))
    .$if(reference !== undefined, (q) => q.where('payment.providerRef', '=', reference!))
    .$if(!reference && number !== undefined, (q) => q.where('biodata.number', '=', number!))
    .$if(!reference && !!search && number === undefined, (q) =>
      q.where('payment.userId', 'in', users.clearSelect().select('id')),
    )
    .$call(order.cut)
    .execute()
  return rows.map(({ createdAt, amount, currency, refundBecause, providerRef, finding, ...row }) => ({
    id: row.id,
    key: row.key,
    date: createdAt.toISOString(),
    name: row.name ?? '',
    email: row.email ?? '',
    payerId: row.payerId ?? undefined,
    number: row.number ?? undefined,
    price: amount / minorUnits(currency),
    currency: currency.toUpperCase(),
    status: row.status as PaymentState,
    because: refundBecause ?? undefined,
    transactionId: providerRef ?? '',
    finding: finding ?? undefined,
  }))
}

/** The last twelve months by the site's calendar, with those currencies that were paid in. */
export async function sumByMonth(db: Db, today: string, timeZone: string) {
  const returned = sql`status in ('refunded', 'disputed')`
  const { rows } = await sql<{
    month: string
    currency: string
    number: number
    amount: string
    backNumber: number
    backAmount: string | null
  }>`
    select to_char(created_at at time zone ${timeZone}, 'YYYY-MM') as month, currency, count(*)::int as number,
      sum(amount) as amount, (count(*) filter (where ${returned}))::int as back_number,
      sum(amount) filter (where ${returned}) as back_amount
    from payments
    where status in ('succeeded', 'refund_due', 'refunded', 'disputed')
      and created_at >= (date_trunc('month', ${today}::date) - interval '11 months')::timestamp at time zone ${timeZone}
    group by 1, 2 order by 1 desc, 2`.execute(db)
  return rows.map(({ month, currency, number, amount, backNumber, backAmount }) => ({
    month,
    currency: currency.toUpperCase(),
    paid: { number, sum: Number(amount) / minorUnits(currency) },
    wentBack: { number: backNumber, sum: Number(backAmount ?? 0) / minorUnits(currency) },
  }))
}
