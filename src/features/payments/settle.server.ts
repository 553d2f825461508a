import type { Db, Trx } from '#src/platform/db/open.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import type { FindingKind } from './contract.ts'
import { type RefundReason, whyRefunded } from './policy.ts'
import { type PaymentProvider, type ProviderPayment, type Refunded, RefundRefused } from './provider.ts'
import { lockPayment, noteFinding, type Payment, updatePayment } from './queries.server.ts'
import { noteReceipts, noteRefunds, oweAgain, owesSurplus } from './receipts.server.ts'
import { divided, returnedOf } from './receipts.ts'
import { claimRefund, type RefundDue, refundsDue, updateRefund } from './refunds.server.ts'

/** What paying buys, and how it is taken away again; both inside the settling transaction. */
export interface Fulfilment {
  /** @returns the id of the thing bought, or why the money buys nothing */
  deliver(
    trx: Trx,
    payment: Payment & { userId: string; biodataId: string },
    now: Date,
  ): Promise<{ outcome: 'new' | 'by-this-payment'; id: string } | { outcome: 'none'; because: RefundReason }>
  /** The provider refunded without us. */
  withdraw(trx: Trx, payment: Payment): Promise<unknown>
}

type NotBought = 'duplicate' | 'returned' | 'unassigned' | 'used-elsewhere'
export type Settled =
  | { kind: 'recorded'; id: string }
  | { kind: NotBought | 'open' | 'review' | 'canceled' | 'mismatch' | 'unknown' }

export interface PaymentContext {
  db: Db
  goods: Fulfilment
  provider: PaymentProvider
}

/** POST /payments, webhook and sweep call this often, in any order. `biodataId` binds a payment begun without one. */
export async function settle(till: PaymentContext, providerState: ProviderPayment, now: Date, biodataId?: string) {
  const { db, provider } = till
  const settled = await db.transaction().execute((trx) => settleIn(trx, till, providerState, now, biodataId))
  if (!provider.refund) return settled
  if (settled.kind === 'duplicate' || settled.kind === 'returned' || providerState.receipts.length > 1) {
    const due = refundsDue(db, provider, now).where('payment.providerRef', '=', providerState.providerRef)
    for (const refundDue of await due.execute()) await refund(db, provider, refundDue, now)
  }
  return settled
}

/** A failed refund holds up no other. @throws Problem `unavailable` at once without an answer, or what failed */
export async function refundAllDue(db: Db, provider: PaymentProvider, now: Date) {
  if (!provider.refund) return
  const failed: unknown[] = []
  for (const due of await refundsDue(db, provider, now).orderBy('refund.madeAt').execute())
    try {
      await refund(db, provider, due, now)
    } catch (error) {
      if (isAway(error)) throw error
      failed.push(error)
      await updateRefund(db, due, { askAfter: later(now, untilTriedAgainMs) })
    }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} refunds failed`)
}

export const isAway = (error: unknown) => error instanceof Problem && error.code === 'provider-unavailable'

/** Until a refund is asked for again that was refused, has come back, or has not arrived yet. */
const untilAskedAgainMs = 86_400_000
/** And one that failed without the provider's word for why. */
const untilTriedAgainMs = 3_600_000
const later = (now: Date, ms: number) => new Date(now.getTime() + ms)

async function refund(db: Db, provider: PaymentProvider, due: RefundDue, now: Date) {
  const askAfter = later(now, untilAskedAgainMs)
  const outcome = await answerOf(db, provider, due, now)
  if (!outcome) return
  const { state, providerRef: answered, failure } = outcome
  const providerRef = answered ?? due.refundRef
  if (state === 'unknown') await updateRefund(db, due, { state: 'due', askAfter: null })
  else if (state === 'refunded') await updateRefund(db, due, { state, providerRef, doneAt: now })
  // A notice says when it has arrived; should that be lost, it is asked again.
  else if (state === 'on its way') await updateRefund(db, due, { state, providerRef, askAfter })
  else {
    await updateRefund(db, due, { state, providerRef })
    await oweAgain(db, due, askAfter)
    await noteFinding(db, { ...due, kind: 'refund failed', detail: failure })
  }
}

/** @returns undefined for a refund that somebody else sends, or that the provider refuses for now */
async function answerOf(db: Db, provider: PaymentProvider, due: RefundDue, now: Date): Promise<Refunded | undefined> {
  try {
    if (!provider.refundState) return await provider.refund?.(due)
    if (due.state !== 'due') return await provider.refundState(due)
    if (await claimRefund(db, due, now)) return await provider.refund?.(due)
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    await updateRefund(db, due, { state: 'due', askAfter: later(now, untilAskedAgainMs) })
    await noteFinding(db, { ...due, kind: 'refund refused', detail: error.code })
  }
}

/** Inside the caller's transaction. Refunds that fall due by it are sent later. */
export async function settleIn(
  trx: Trx,
  { goods, provider: { id: provider, takesAnySum } }: Pick<PaymentContext, 'goods' | 'provider'>,
  providerState: ProviderPayment,
  now: Date,
  biodataId?: string,
): Promise<Settled> {
  const { providerRef, receipts } = providerState
  const [first] = receipts
  const note = (kind: FindingKind, detail?: string) =>
    noteFinding(trx, { provider, providerRef, kind, amount: first!.amount, currency: first!.currency, detail })
  const payment = await lockPayment(trx, provider, providerState)
  if (!payment) {
    // Others may take money through the same account of the provider; what carries an id of ours should be known.
    if (first && providerState.paymentId !== undefined) await note('unknown')
    return { kind: 'unknown' }
  }

  if (providerState.status === 'canceled') {
    if (payment.status === 'created') await updatePayment(trx, payment.id, { status: 'canceled' })
    return { kind: 'canceled' }
  }
  if (!first) {
    if (providerState.lastError && payment.status === 'created')
      await updatePayment(trx, payment.id, { lastError: providerState.lastError })
    return { kind: 'open' }
  }
  const { buying, surplus, isWhole } = divided(receipts, payment)
  if (!(await noteReceipts(trx, payment, { buying, surplus }, now))) {
    await updatePayment(trx, payment.id, { status: 'mismatch', lastError: 'the receipt belongs to another payment' })
    await note('receipt used')
    return { kind: 'mismatch' }
  }
  await noteRefunds(trx, payment, receipts, now)
  await owesSurplus(trx, payment)
  const isGoingBack = payment.status === 'refund_due' || payment.status === 'refunded'
  // A part of the fee: the rest may follow.
  if (providerState.status === 'open' && payment.userId && !isGoingBack) return { kind: 'open' }

  const returned = { kind: payment.refundBecause === 'duplicate' ? 'duplicate' : 'returned' } as const
  const given = returnedOf(buying)
  if (payment.refundedByHand && given !== 'disputed') return returned
  if (given !== 'nothing' && given !== 'in part') {
    const status = given === 'on its way' ? 'refund_due' : given
    const isByUs = status !== 'disputed' && isGoingBack
    if (payment.status !== status && !(payment.status === 'disputed' && status === 'refund_due')) {
      await updatePayment(trx, payment.id, { status })
      if (!isByUs) {
        await goods.withdraw(trx, payment)
        await note(status === 'disputed' ? 'disputed' : 'refunded')
      }
    }
    return returned
  }
  if (payment.status === 'disputed') return returned
  if (isGoingBack) {
    // Not because nothing has gone back: the answer may be older than our refund. What came back is said so.
    for (const { id, refunds } of buying) {
      if (refunds[0]?.state !== 'failed') continue
      await oweAgain(trx, { provider, receiptId: id }, later(now, untilAskedAgainMs))
      if (payment.status === 'refunded') await updatePayment(trx, payment.id, { status: 'refund_due' })
      await note('refund failed', refunds[0].failure)
    }
    return returned
  }
  if (given === 'in part') await note('refunded in part')

  const { userId } = payment
  if (!userId) {
    // The account was deleted meanwhile. What had been paid before is settled.
    if (payment.status === 'succeeded') return { kind: 'returned' }
    await updatePayment(trx, payment.id, { status: 'refund_due', refundBecause: whyRefunded({ payer: 'gone' }) })
    return { kind: 'returned' }
  }
  const isOurs =
    isWhole &&
    (providerState.paymentId === undefined || providerState.paymentId === payment.id) &&
    (providerState.userId === undefined || providerState.userId === userId) &&
    (providerState.biodataId === undefined || providerState.biodataId === payment.biodataId)
  if (!isOurs && takesAnySum) {
    await updatePayment(trx, payment.id, { status: 'refund_due', refundBecause: 'another amount' })
    return { kind: 'returned' }
  }
  if (!isOurs) {
    const lastError = 'the provider names another amount, payment, person or biodata'
    await updatePayment(trx, payment.id, { status: 'mismatch', lastError })
    await note('mismatch')
    return { kind: 'mismatch' }
  }
  if (payment.status !== 'succeeded' && buying.some(({ isRisky }) => isRisky)) {
    if (payment.status !== 'review') await updatePayment(trx, payment.id, { status: 'review' })
    await note('risky')
    return { kind: 'review' }
  }

  const bought = payment.biodataId ?? biodataId
  if (!bought) {
    // Also one that was set aside for another fee: the money is here, so it must be found again.
    if (payment.status !== 'succeeded') await updatePayment(trx, payment.id, { status: 'succeeded' })
    return { kind: 'unassigned' }
  }
  if (biodataId && biodataId !== bought) return { kind: 'used-elsewhere' }

  const done = await goods.deliver(trx, { ...payment, userId, biodataId: bought }, now)
  if (done.outcome === 'none') {
    // A payment that was begun without naming a biodata can still buy another contact.
    if (payment.biodataId) await updatePayment(trx, payment.id, { status: 'refund_due', refundBecause: done.because })
    // Written anew it would wait for another week, see `refundUnassigned`.
    else if (payment.status !== 'succeeded') await updatePayment(trx, payment.id, { status: 'succeeded' })
    if (done.because === 'duplicate') return { kind: 'duplicate' }
    return { kind: payment.biodataId ? 'returned' : 'unassigned' }
  }
  if (done.outcome === 'new')
    await updatePayment(trx, payment.id, { status: 'succeeded', biodataId: bought, lastError: null })
  return { kind: 'recorded', id: done.id }
}
