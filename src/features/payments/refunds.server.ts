import { sql, type Updateable } from 'kysely'
import type { Db, Trx } from '#src/platform/db/open.server.ts'
import { countWritten } from '#src/platform/db/rows.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import type { RefundReason } from './policy.ts'
import type { PaymentProvider } from './provider.ts'

const open = sql<boolean>`refund.state in ('due', 'asked', 'on its way')`

/** What is to be sent, or asked about, at this moment. What the payer's bank has taken back does not go back twice. */
export const refundsDue = (db: Db, { id: provider }: PaymentProvider, now: Date) =>
  db
    .selectFrom('refunds as refund')
    .innerJoin('payments as payment', 'payment.id', 'refund.paymentId')
    .innerJoin('paymentReceipts as receipt', (on) =>
      on.onRef('receipt.provider', '=', 'refund.provider').onRef('receipt.id', '=', 'refund.receiptId'),
    )
    .select(['refund.id as refundId', 'refund.provider', 'refund.receiptId', 'refund.amount', 'refund.currency'])
    .select(['refund.state', 'refund.providerRef as refundRef', 'refund.paymentId', 'payment.providerRef'])
    .select(
      sql<RefundReason | null>`case when receipt.is_surplus then 'duplicate' else payment.refund_because end`.as(
        'because',
      ),
    )
    .$narrowType<{ providerRef: string }>()
    .where('refund.provider', '=', provider)
    .where('refund.isOurs', '=', true)
    .where(open)
    .where('payment.status', '<>', 'disputed')
    .where((or) => or.or([or('refund.askAfter', 'is', null), or('refund.askAfter', '<=', now)]))

export type RefundDue = Awaited<ReturnType<ReturnType<typeof refundsDue>['executeTakeFirstOrThrow']>>

/** Changes nothing about a refund that is no longer due. It locks the payment first, as settling does. */
export const updateRefund = (
  db: Db,
  { refundId, paymentId }: Pick<RefundDue, 'refundId' | 'paymentId'>,
  change: Updateable<Schema['refunds']>,
) =>
  db.transaction().execute(async (trx) => {
    await sql`select from payments where id = ${paymentId} for update`.execute(trx)
    await trx.updateTable('refunds as refund').set(change).where('refund.id', '=', refundId).where(open).execute()
  })

/** How long the server that sends a refund may wait for its answer, before another one asks for the state. */
const answerWithinMs = 60_000

/** @returns whether this caller is the one that sends it */
export const claimRefund = async (db: Db, { refundId }: { refundId: string }, now: Date) =>
  (await countWritten(db)`
    update refunds set state = 'asked', ask_after = ${new Date(now.getTime() + answerWithinMs)}
    where id = ${refundId} and state = 'due'`) > 0

/** A person has given it back another way: the provider is not asked again. */
export async function endRefundsByHand(trx: Trx, paymentId: string) {
  await sql`update payments set refunded_by_hand = true where id = ${paymentId} and status = 'refund_due'`.execute(trx)
  await sql`
    update refunds set state = 'refunded', done_at = now()
    where payment_id = ${paymentId} and state in ('due', 'asked', 'on its way')
      and (select status from payments where id = ${paymentId}) <> 'disputed'`.execute(trx)
}
