import { sql } from 'kysely'
import type { Payment } from '#src/features/payments/index.server.ts'
import { daysShort } from '#src/features/payments/policy.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { agoFrom, iso } from '#src/platform/db/open.server.ts'
import { allRows } from '#src/platform/db/rows.server.ts'
import { priceOf } from '#src/platform/money.ts'
import { tell } from './desk.server.ts'
import { answerBy } from './policy.ts'
import { providerId } from './provider.server.ts'

const payer = sql<{ id: string; name: string } | null>`
  case when payer.id is not null then json_build_object('id', payer.id, 'name', payer.name) end`

/** Of `claim`: whether another payer names the same transaction. */
const trouble = sql<'claimed' | 'used' | null>`(
  select case when bool_or(has_paid) then 'used' when count(*) > 0 then 'claimed' end
  from (
    select state = 'confirmed' as has_paid from transfer_claims other
    where other.looks_like = claim.looks_like and other.payment_id <> claim.payment_id and state in ('waiting', 'confirmed')
    union all
    select true from refunds where refunds.provider = ${providerId} and provider_ref = claim.transaction_id
  ) named)`
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

/** What is known of these transactions: who waits with them, which were counted, and who named them and took that back. */
export async function findClaims(db: Db, transactionIds: string[]) {
  const listed = await waiting(db)
    .where('claim.transactionId', '=', sql<string>`any(${transactionIds}::text[])`)
    .execute()
  const counted = await allRows<{ id: string }>(db)`
    select transaction_id as id from transfer_claims
    where state = 'confirmed' and transaction_id = any(${transactionIds}::text[])
    union select provider_ref from refunds where provider = ${providerId} and provider_ref = any(${transactionIds}::text[])`
  const before = await allRows<{ transactionId: string; payer: { id: string; name: string } | null }>(db)`
    select transaction_id, ${payer} as payer
    from transfer_claims claim join payments on payments.id = payment_id left join users payer on payer.id = user_id
    where state in ('refused', 'corrected') and transaction_id = any(${transactionIds}::text[])`
  const missing = listed.map(({ amount, arrived: came, ...row }) => ({ ...row, missing: amount - came }))
  return {
    waiting: missing,
    counted: new Set(counted.map(({ id }) => id)),
    namedBefore: new Map(before.map(({ transactionId, payer: by }) => [transactionId, by])),
  }
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

/** The rest of a fee has not come for so long: the site refunds the part and tells the payer. */
export const refundShort = (db: Db, now: Date) =>
  db.transaction().execute(async (trx) => {
    const over = await allRows<Pick<Payment, 'id' | 'userId' | 'biodataId'>>(trx)`
      update payments set status = 'refund_due', refund_because = 'another amount', updated_at = ${now}
      where id in (
        select id from payments
        where provider = ${providerId} and status = 'created' and updated_at < ${agoFrom(now, `${daysShort} days`)}
          and exists (select from payment_receipts receipt where receipt.payment_id = payments.id)
        for update skip locked
      ) returning id, user_id, biodata_id`
    for (const payment of over) await tell(trx, payment, `short ${payment.id}`, 'returned')
  })
