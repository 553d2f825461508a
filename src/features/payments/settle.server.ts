import type { Db, Trx } from '#src/platform/db/open.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import type { FindingKind } from './contract.ts'
import { type RefundReason, whyRefunded } from './policy.ts'
import { type PaymentProvider, type ProviderPayment, RefundRefused } from './provider.ts'
import { lockPayment, noteFinding, type Payment, refundsDue, updatePayment, updateRefundDue } from './queries.server.ts'

/** What paying buys, and how it is taken away again; both inside the settling transaction. */
export interface Fulfilment {
  /** @returns the id of the thing bought, or why the money buys nothing */
  deliver(
    trx: Trx,
    payment: Payment & { userId: string; biodataId: string },
  ): Promise<{ outcome: 'new' | 'by-this-payment'; id: string } | { outcome: 'none'; because: RefundReason }>
  /** The provider refunded without us. */
  withdraw(trx: Trx, payment: Payment): Promise<unknown>
}

type NotBought = 'duplicate' | 'returned' | 'unassigned' | 'used-elsewhere'
export type Settled =
  | { kind: 'recorded'; id: string }
  | { kind: NotBought | 'open' | 'canceled' | 'mismatch' | 'unknown' }

export interface PaymentContext {
  db: Db
  goods: Fulfilment
  provider: PaymentProvider
}

/** POST /payments, webhook and sweep call this often, in any order. `biodataId` binds a payment begun without one. */
export async function settle(till: PaymentContext, providerState: ProviderPayment, now: Date, biodataId?: string) {
  const { db, provider } = till
  const settled = await db.transaction().execute((trx) => settleIn(trx, till, providerState, now, biodataId))
  if (settled.kind === 'duplicate' || settled.kind === 'returned') {
    const due = refundsDue(db, provider.id, now).where('providerRef', '=', providerState.providerRef)
    for (const refundDue of await due.execute()) await refund(db, provider, refundDue, now)
  }
  return settled
}

/** A failed refund holds up no other. @throws Problem `unavailable` at once without an answer, or what failed */
export async function refundAllDue(db: Db, provider: PaymentProvider, now: Date) {
  const failed: unknown[] = []
  for (const due of await refundsDue(db, provider.id, now).orderBy('updatedAt').execute())
    try {
      await refund(db, provider, due, now)
    } catch (error) {
      if (isAway(error)) throw error
      failed.push(error)
      await updateRefundDue(db, due, { refundAfter: later(now, untilTriedAgainMs) })
    }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} refunds failed`)
}

export const isAway = (error: unknown) => error instanceof Problem && error.code === 'provider-unavailable'

/** Until a refund is asked for again that was refused, has come back, or has not arrived yet. */
const untilAskedAgainMs = 86_400_000
/** And one that failed without the provider's word for why. */
const untilTriedAgainMs = 3_600_000
const later = (now: Date, ms: number) => new Date(now.getTime() + ms)

type Due = Awaited<ReturnType<ReturnType<typeof refundsDue>['executeTakeFirstOrThrow']>>

async function refund(db: Db, provider: PaymentProvider, { refundBecause, ...due }: Due, now: Date) {
  const postponed = { refundAfter: later(now, untilAskedAgainMs) }
  try {
    const outcome = await provider.refund(due.providerRef, refundBecause)
    // A notice says when it has arrived; should that be lost, it is asked again.
    await updateRefundDue(db, due, outcome === 'on its way' ? postponed : { status: 'refunded' })
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    await updateRefundDue(db, due, postponed)
    await noteFinding(db, { ...due, kind: 'refund refused', detail: error.code })
  }
}

async function settleIn(
  trx: Trx,
  { goods, provider: { id: provider } }: PaymentContext,
  providerState: ProviderPayment,
  now: Date,
  biodataId?: string,
): Promise<Settled> {
  const { providerRef, amount, currency } = providerState
  const note = (kind: FindingKind, detail?: string) =>
    noteFinding(trx, { provider, providerRef, kind, amount, currency, detail })
  const payment = await lockPayment(trx, provider, providerState)
  if (!payment) {
    // Others may take money through the same account of the provider; what carries an id of ours should be known.
    if (providerState.status === 'succeeded' && providerState.paymentId !== undefined) await note('unknown')
    return { kind: 'unknown' }
  }

  if (providerState.status === 'canceled') {
    if (payment.status === 'created') await updatePayment(trx, payment.id, { status: 'canceled' })
    return { kind: 'canceled' }
  }
  if (providerState.status === 'open') {
    if (providerState.lastError && payment.status === 'created')
      await updatePayment(trx, payment.id, { lastError: providerState.lastError })
    return { kind: 'open' }
  }

  const isGoingBack = payment.status === 'refund_due' || payment.status === 'refunded'
  const returned = { kind: payment.refundBecause === 'duplicate' ? 'duplicate' : 'returned' } as const
  if (payment.refundedByHand && providerState.returned !== 'disputed') return returned
  if (providerState.returned !== 'nothing' && providerState.returned !== 'in part') {
    const status = providerState.returned === 'on its way' ? 'refund_due' : providerState.returned
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
    if (providerState.refundFailed) {
      const refundAfter = later(now, untilAskedAgainMs)
      if (payment.status === 'refunded') await updatePayment(trx, payment.id, { status: 'refund_due', refundAfter })
      await note('refund failed', providerState.refundFailed)
    }
    return returned
  }
  if (providerState.returned === 'in part') await note('refunded in part')

  const { userId } = payment
  if (!userId) {
    // The account was deleted meanwhile. What had been paid before is settled.
    if (payment.status === 'succeeded') return { kind: 'returned' }
    await updatePayment(trx, payment.id, { status: 'refund_due', refundBecause: whyRefunded({ payer: 'gone' }) })
    return { kind: 'returned' }
  }
  const isOurs =
    amount === payment.amount &&
    currency === payment.currency &&
    providerState.userId === userId &&
    (providerState.biodataId === undefined || providerState.biodataId === payment.biodataId)
  if (!isOurs) {
    const lastError = 'the provider names another amount, person or biodata'
    await updatePayment(trx, payment.id, { status: 'mismatch', lastError })
    await note('mismatch')
    return { kind: 'mismatch' }
  }

  const bought = payment.biodataId ?? biodataId
  if (!bought) {
    // Also one that was set aside for another fee: the money is here, so it must be found again.
    if (payment.status !== 'succeeded') await updatePayment(trx, payment.id, { status: 'succeeded' })
    return { kind: 'unassigned' }
  }
  if (biodataId && biodataId !== bought) return { kind: 'used-elsewhere' }

  const done = await goods.deliver(trx, { ...payment, userId, biodataId: bought })
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
