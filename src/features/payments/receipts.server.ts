import type { Db, Trx } from '#src/platform/db/open.server.ts'
import { allRows, countWritten } from '#src/platform/db/rows.server.ts'
import type { Receipt } from './provider.ts'
import type { Payment } from './queries.server.ts'
import type { divided } from './receipts.ts'

type Known = Pick<Payment, 'id' | 'provider'>

/** @returns false when one of them has paid for another payment: it is noted nowhere, and nothing may be bought with it */
export async function noteReceipts(
  trx: Trx,
  { id: paymentId, provider }: Known,
  { buying, surplus }: Pick<ReturnType<typeof divided>, 'buying' | 'surplus'>,
  now: Date,
) {
  for (const [receipts, isSurplus] of [
    [buying, false],
    [surplus, true],
  ] as const)
    for (const { id, amount, currency, at = now } of receipts) {
      const noted = await countWritten(trx)`
        insert into payment_receipts (provider, id, payment_id, amount, currency, received_at, is_surplus)
        values (${provider}, ${id}, ${paymentId}, ${amount}, ${currency}, ${at}, ${isSurplus})
        on conflict do nothing`
      if (noted > 0) continue
      const [known] = await allRows<{ paymentId: string }>(trx)`
        select payment_id from payment_receipts where provider = ${provider} and id = ${id}`
      if (known?.paymentId !== paymentId) return false
    }
  return true
}

/** The provider's refunds become rows: of one of ours whose answer was lost, or made there without us. */
export async function noteRefunds(trx: Trx, { id: paymentId, provider }: Known, receipts: Receipt[], now: Date) {
  for (const { id: receiptId, amount: paid, currency, refunds } of receipts) {
    const isWhole = refunds.reduce((sum, { amount, state }) => sum + (state === 'failed' ? 0 : amount), 0) >= paid
    for (const { providerRef, amount, state } of refunds.toReversed()) {
      const doneAt = state === 'refunded' ? now : null
      const known = await countWritten(trx)`
        update refunds set state = ${state}, done_at = case when state = ${state} then done_at else ${doneAt} end
        where provider = ${provider} and provider_ref = ${providerRef}`
      if (known > 0) continue
      const adopted =
        isWhole &&
        state !== 'failed' &&
        (await countWritten(trx)`
          update refunds set provider_ref = ${providerRef}, amount = ${amount}, state = ${state}, done_at = ${doneAt}
          where id = (
            select id from refunds where provider = ${provider} and receipt_id = ${receiptId} and is_ours
              and provider_ref is null and state <> 'failed' order by made_at limit 1)`) > 0
      if (!adopted)
        await countWritten(trx)`
          insert into refunds (payment_id, provider, receipt_id, provider_ref, amount, currency, state, is_ours, done_at)
          values (${paymentId}, ${provider}, ${receiptId}, ${providerRef}, ${amount}, ${currency}, ${state}, false, ${doneAt})`
    }
  }
}

/** The site refunds what arrived beside the fee, or after the fee was due for a refund (REQUIREMENTS K9d). */
export const owesSurplus = (trx: Trx, { id }: Known) =>
  countWritten(trx)`
    insert into refunds (payment_id, provider, receipt_id, amount, currency, state)
    select payment_id, provider, receipt.id, not_refunded(receipt), currency, 'due' from payment_receipts receipt
    where payment_id = ${id} and not_refunded(receipt) > 0 and (
      is_surplus
      or exists (select from payments where id = ${id} and status in ('refund_due', 'refunded'))
        and not exists (select from refunds where (provider, receipt_id) = (receipt.provider, receipt.id)))`

/** A refund has come back: another one is due after a while, at once the bank would send it back again. */
export const oweAgain = (db: Db, { provider, receiptId }: { provider: string; receiptId: string }, askAfter: Date) =>
  countWritten(db)`
    insert into refunds (payment_id, provider, receipt_id, amount, currency, state, ask_after)
    select payment_id, provider, receipt.id, not_refunded(receipt), currency, 'due', ${askAfter}
    from payment_receipts receipt
    where provider = ${provider} and id = ${receiptId} and not_refunded(receipt) > 0
    on conflict do nothing`
