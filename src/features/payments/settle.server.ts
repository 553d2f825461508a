import type { Transaction } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import { Problem } from '#src/platform/http/problem.ts'
import type { FindingKind } from './contract.ts'
import { noteFinding } from './findings.server.ts'
import { type RefundReason, whyRefunded } from './policy.ts'
import { type PaymentProvider, type ProviderPayment, RefundRefused } from './provider.ts'
import {
  findRefundDue,
  listRefundsDue,
  lockPayment,
  markRefunded,
  type Payment,
  postponeRefund,
  updatePayment,
} from './queries.server.ts'

/** What paying buys, and how it is taken away again; both inside the settling transaction. */
export interface Fulfilment {
  /** @returns the id of the thing bought, or why the money buys nothing */
  deliver(
    trx: Transaction<Schema>,
    payment: Payment & { userId: string; biodataId: string },
  ): Promise<{ outcome: 'new' | 'by-this-payment'; id: string } | { outcome: 'none'; because: RefundReason }>
  /** The provider refunded without us. */
  withdraw(trx: Transaction<Schema>, payment: Payment): Promise<void>
}

export type Settled =
  | { kind: 'recorded'; id: string }
  | {
      kind:
        | 'open'
        | 'canceled'
        | 'mismatch'
        | 'duplicate'
        | 'returned'
        | 'unknown'
        | 'unassigned'
        | 'for-another-biodata'
    }

export interface PaymentContext {
  db: Db
  goods: Fulfilment
  provider: PaymentProvider
}

/** POST /payments, webhook and sweep call this often, in any order. `biodataId` binds a payment begun without one. */
export async function settle(
  { db, goods, provider }: PaymentContext,
  said: ProviderPayment,
  now: Date,
  biodataId?: string,
): Promise<Settled> {
  const settled = await db.transaction().execute((trx) => settleIn(trx, goods, provider.id, said, now, biodataId))
  if (settled.kind === 'duplicate' || settled.kind === 'returned') {
    const due = await findRefundDue(db, provider.id, said.providerRef, now)
    if (due) await refund(db, provider, due, now)
  }
  return settled
}

/** A failed refund holds up no other. @throws Problem `unavailable` at once without an answer, or what failed */
export async function refundAllDue(db: Db, provider: PaymentProvider, now: Date) {
  const failed: unknown[] = []
  for (const due of await listRefundsDue(db, provider.id, now))
    try {
      await refund(db, provider, due, now)
    } catch (error) {
      if (isAway(error)) throw error
      failed.push(error)
      await postponeRefund(db, provider.id, due.providerRef, new Date(now.getTime() + untilTriedAgain))
    }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} refunds failed`)
}

const isAway = (error: unknown) => error instanceof Problem && error.code === 'provider-unavailable'

/** Milliseconds until a refund is asked for again that was refused, has come back, or has not arrived yet. */
const untilAskedAgain = 86_400_000
/** And one that failed without the provider's word for why. */
const untilTriedAgain = 3_600_000

type Due = Awaited<ReturnType<typeof listRefundsDue>>[number]

async function refund(
  db: Db,
  provider: PaymentProvider,
  { providerRef, refundBecause, amount, currency }: Due,
  now: Date,
) {
  const later = new Date(now.getTime() + untilAskedAgain)
  try {
    const outcome = await provider.refund(providerRef, refundBecause)
    // A notice says when it has arrived; should that be lost, it is asked again.
    if (outcome === 'on its way') return await postponeRefund(db, provider.id, providerRef, later)
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    await postponeRefund(db, provider.id, providerRef, later)
    const finding = { provider: provider.id, providerRef, amount, currency, detail: error.code }
    await noteFinding(db, { ...finding, kind: 'refund refused' })
    return
  }
  await markRefunded(db, provider.id, providerRef)
}

async function settleIn(
  trx: Transaction<Schema>,
  goods: Fulfilment,
  provider: string,
  said: ProviderPayment,
  now: Date,
  biodataId?: string,
): Promise<Settled> {
  const note = (kind: FindingKind, detail?: string) =>
    noteFinding(trx, {
      provider,
      providerRef: said.providerRef,
      kind,
      amount: said.amount,
      currency: said.currency,
      detail,
    })
  const payment = await lockPayment(trx, provider, said)
  if (!payment) {
    // Others may take money through the same account of the provider; what carries an id of ours should be known.
    if (said.status === 'succeeded' && said.paymentId !== undefined) await note('unknown')
    return { kind: 'unknown' }
  }

  if (said.status === 'canceled') {
    if (payment.status === 'created') await updatePayment(trx, payment.id, { status: 'canceled' })
    return { kind: 'canceled' }
  }
  if (said.status === 'open') {
    if (said.lastError && payment.status === 'created')
      await updatePayment(trx, payment.id, { lastError: said.lastError })
    return { kind: 'open' }
  }

  const isGoingBack = payment.status === 'refund_due' || payment.status === 'refunded'
  const returned = { kind: payment.refundBecause === 'duplicate' ? 'duplicate' : 'returned' } as const
  if (payment.refundedByHand && said.returned !== 'disputed') return returned
  if (said.returned === 'disputed' || said.returned === 'refunded' || said.returned === 'on its way') {
    const status = said.returned === 'on its way' ? 'refund_due' : said.returned
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
    if (said.refundFailed) {
      const refundAfter = new Date(now.getTime() + untilAskedAgain)
      if (payment.status === 'refunded') await updatePayment(trx, payment.id, { status: 'refund_due', refundAfter })
      await note('refund failed', said.refundFailed)
    }
    return returned
  }
  if (said.returned === 'in part') await note('refunded in part')

  const { userId } = payment
  if (!userId) {
    // The account was deleted meanwhile. What had been paid before is settled.
    if (payment.status === 'succeeded') return { kind: 'returned' }
    await updatePayment(trx, payment.id, { status: 'refund_due', refundBecause: whyRefunded({ payer: 'gone' }) })
    return { kind: 'returned' }
  }
  const isOurs =
    said.amount === payment.amount &&
    said.currency === payment.currency &&
    said.userId === userId &&
    (said.biodataId === undefined || said.biodataId === payment.biodataId)
  if (!isOurs) {
    await updatePayment(trx, payment.id, {
      status: 'mismatch',
      lastError: 'the provider names another amount, person or biodata',
    })
    await note('mismatch')
    return { kind: 'mismatch' }
  }

  const bought = payment.biodataId ?? biodataId
  if (!bought) {
    // Also one that was set aside for another fee: the money is here, so it must be found again.
    if (payment.status !== 'succeeded') await updatePayment(trx, payment.id, { status: 'succeeded' })
    return { kind: 'unassigned' }
  }
  if (biodataId && biodataId !== bought) return { kind: 'for-another-biodata' }

  const done = await goods.deliver(trx, { ...payment, userId, biodataId: bought })
  if (done.outcome === 'none') {
    // A payment that was begun without naming a biodata can still buy another contact.
    const change = payment.biodataId
      ? ({ status: 'refund_due', refundBecause: done.because } as const)
      : ({ status: 'succeeded' } as const)
    // Written anew it would wait for another week, see `refundUnassigned`.
    if (payment.status !== change.status) await updatePayment(trx, payment.id, change)
    if (done.because === 'duplicate') return { kind: 'duplicate' }
    return { kind: payment.biodataId ? 'returned' : 'unassigned' }
  }
  if (done.outcome === 'new')
    await updatePayment(trx, payment.id, { status: 'succeeded', biodataId: bought, lastError: null })
  return { kind: 'recorded', id: done.id }
}
