import { sql } from 'kysely'
import { daysShort } from '#src/features/payments/policy.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { agoFrom, iso } from '#src/platform/db/open.server.ts'
import { allRows, countWritten } from '#src/platform/db/rows.server.ts'
import { priceOf } from '#src/platform/money.ts'
import { answerBy } from './policy.ts'
import { providerId } from './provider.server.ts'

const payer = sql<{ id: string; name: string } | null>`
  case when payer.id is not null then json_build_object('id', payer.id, 'name', payer.name) end`

/** Of `claim`: whether another payer names the same transaction. */
const trouble = sql<'claimed' | 'used' | null>`(
  select case when bool_or(other.state = 'confirmed') then 'used' when count(*) > 0 then 'claimed' end
  from transfer_claims other
  where other.transaction_id = claim.transaction_id and other.payment_id <> claim.payment_id
    and other.state in ('waiting', 'confirmed'))`
const arrived = sql<number>`(
  select coalesce(sum(receipt.amount), 0)::int from payment_receipts receipt where receipt.payment_id = payment.id)`

const waiting = (db: Db) =>
  db
    .selectFrom('transferClaims as claim')
    .innerJoin('payments as payment', 'payment.id', 'claim.paymentId')
    .leftJoin('users as payer', 'payer.id', 'payment.userId')
    .leftJoin('biodata', 'biodata.id', 'payment.biodataId')
    .select(['claim.id', 'claim.claimedAt', 'claim.wallet', 'claim.transactionId', 'claim.lastDigits'])
    .select(['payment.providerRef', 'payment.amount', 'payment.currency', 'biodata.number'])
    .select([payer.as('payer'), trouble.as('trouble'), arrived.as('arrived')])
    .where('claim.state', '=', sql.lit('waiting'))

export async function listClaims(
  db: Db,
  adminId: string,
  limit: number,
  after: [moment: string, id: string] | undefined,
) {
  const rows = await waiting(db)
    .leftJoin('users as reader', 'reader.id', 'claim.readBy')
    .select(['claim.readBy', 'claim.readAmount', 'claim.readAt', 'reader.name as readerName'])
    .select(iso('claim.claimedAt').as('date'))
    .$if(after !== undefined, (q) =>
      q.where(sql<boolean>`(claim.claimed_at, claim.id) > (${after![0]}::timestamptz, ${after![1]}::uuid)`),
    )
    .orderBy('claim.claimedAt')
    .orderBy('claim.id')
    .limit(sql.lit(limit))
    .execute()
  return rows.map(({ claimedAt, providerRef, amount, currency, readBy, readAmount, readAt, readerName, ...row }) => {
    const inTaka = (of: number) => priceOf({ amount: of, currency }).price
    return {
      ...row,
      ...priceOf({ amount: amount - row.arrived, currency }),
      arrived: inTaka(row.arrived),
      reference: providerRef ?? '',
      answerBy: answerBy(claimedAt).toISOString(),
      read:
        readAmount === null || readAt === null
          ? null
          : { by: readerName, isYours: readBy === adminId, price: inTaka(readAmount), at: readAt.toISOString() },
    }
  })
}

/** Those of these transactions that wait, and those that were confirmed before. */
export async function findClaims(db: Db, transactionIds: string[]) {
  const listed = await waiting(db)
    .where('claim.transactionId', '=', sql<string>`any(${transactionIds}::text[])`)
    .execute()
  const confirmed = await db
    .selectFrom('transferClaims')
    .select('transactionId')
    .where('state', '=', 'confirmed')
    .where('transactionId', '=', sql<string>`any(${transactionIds}::text[])`)
    .execute()
  const missing = listed.map(({ amount, arrived: before, ...row }) => ({ ...row, missing: amount - before }))
  return { waiting: missing, confirmed: new Set(confirmed.map(({ transactionId }) => transactionId)) }
}

export async function listRefundsToSend(db: Db, limit: number, after: [moment: string, id: string] | undefined) {
  const rows = await db
    .selectFrom('refunds as refund')
    .innerJoin('payments as payment', 'payment.id', 'refund.paymentId')
    .innerJoin('transferClaims as claim', (on) =>
      on.onRef('claim.transactionId', '=', 'refund.receiptId').on('claim.state', '=', 'confirmed'),
    )
    .leftJoin('users as payer', 'payer.id', 'payment.userId')
    .leftJoin('biodata', 'biodata.id', 'payment.biodataId')
    .select(['refund.id', iso('refund.madeAt').as('date'), 'refund.amount', 'refund.currency', payer.as('payer')])
    .select(['claim.wallet', 'claim.transactionId', 'claim.lastDigits', 'biodata.number'])
    .innerJoin('paymentReceipts as receipt', (on) =>
      on.onRef('receipt.provider', '=', 'refund.provider').onRef('receipt.id', '=', 'refund.receiptId'),
    )
    .select('claim.readAt')
    .select(
      sql<string | null>`case when receipt.is_surplus then 'duplicate' else payment.refund_because end`.as('because'),
    )
    .where('refund.provider', '=', providerId)
    .where('refund.state', '=', sql.lit('due'))
    .$if(after !== undefined, (q) =>
      q.where(sql<boolean>`(refund.made_at, refund.id) > (${after![0]}::timestamptz, ${after![1]}::uuid)`),
    )
    .orderBy('refund.madeAt')
    .orderBy('refund.id')
    .limit(sql.lit(limit))
    .execute()
  return rows.map(({ readAt, ...row }) => ({ ...row, ...priceOf(row), sentAt: readAt!.toISOString() }))
}

/** What waits for an administrator. */
export const countTransfers = async (db: Db) => {
  const [counted] = await allRows<{ transfers: number; refundsToSend: number }>(db)`
    select (select count(*)::int from transfer_claims where state = 'waiting') as transfers,
      (select count(*)::int from refunds where provider = ${providerId} and state = 'due') as refunds_to_send`
  return counted!
}

/** The rest of a fee has not come for so long: its part goes back. */
export const refundShort = (db: Db, now: Date) =>
  countWritten(db)`
    update payments set status = 'refund_due', refund_because = 'another amount', updated_at = ${now}
    where provider = ${providerId} and status = 'created' and updated_at < ${agoFrom(now, `${daysShort} days`)}
      and exists (select from payment_receipts receipt where receipt.payment_id = payments.id)`
