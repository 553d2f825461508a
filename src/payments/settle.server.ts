import type { Selectable, Transaction } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import type { PaymentProvider, ProviderPayment } from './provider.ts'
import { isRefundDue, listRefundsDue, lockPayment, markRefunded, updatePayment } from './queries.server.ts'

export type Payment = Selectable<Schema['payments']>

/**
 * Turns a paid payment into what was bought, inside the settling transaction.
 * @returns the id of the thing bought; nothing when there is nothing left to buy, or `again` when this person had it
 *   already, so that the money goes back
 */
export type Fulfil = (
  trx: Transaction<Schema>,
  payment: Payment & { userId: string; biodataId: string },
) => Promise<{ id: string; fulfilled: 'new' | 'by-this-payment' | 'again' } | undefined>

export type Settled =
  | { kind: 'recorded'; id: string }
  | { kind: 'open' | 'canceled' | 'mismatch' | 'duplicate' | 'unknown' | 'unassigned' | 'for-another-biodata' }

/**
 * The single place where money becomes something: POST /payments and the webhook both come here, any number of times
 * and in any order. `said` is what the provider answered just now; `biodataId` binds a payment that was begun without
 * naming a biodata. Money paid twice goes back.
 */
export async function settle(
  db: Db,
  fulfil: Fulfil,
  provider: PaymentProvider,
  said: ProviderPayment,
  biodataId?: string,
): Promise<Settled> {
  const settled = await settleInDatabase(db, fulfil, provider.id, said, biodataId)
  if (settled.kind === 'duplicate') await refundDuplicate(db, provider, said.ref)
  return settled
}

/** Does nothing unless the payment is due to be refunded. If the provider fails, the next notice or try comes back. */
async function refundDuplicate(db: Db, provider: PaymentProvider, ref: string) {
  if (!(await isRefundDue(db, provider.id, ref))) return
  await provider.refund(ref)
  await markRefunded(db, provider.id, ref)
}

/** Gives back what is due to be given back: after somebody left, above all. */
export async function refundAllDue(db: Db, provider: PaymentProvider) {
  for (const ref of await listRefundsDue(db, provider.id)) await refundDuplicate(db, provider, ref)
}

async function settleInDatabase(
  db: Db,
  fulfil: Fulfil,
  provider: string,
  said: ProviderPayment,
  biodataId?: string,
): Promise<Settled> {
  return db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, provider, said.ref)
    if (!payment) return { kind: 'unknown' }

    if (said.status === 'canceled') {
      if (payment.status === 'created') await updatePayment(trx, payment.id, { status: 'canceled' })
      return { kind: 'canceled' }
    }
    if (said.status === 'open') {
      if (said.lastError && payment.status === 'created')
        await updatePayment(trx, payment.id, { lastError: said.lastError })
      return { kind: 'open' }
    }

    if (payment.status === 'refund_due' || payment.status === 'refunded') return { kind: 'duplicate' }
    const { userId } = payment
    if (!userId) {
      // The account was deleted meanwhile. What had been paid before is settled.
      if (payment.status !== 'succeeded') await updatePayment(trx, payment.id, { status: 'refund_due' })
      return { kind: 'duplicate' }
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
      return { kind: 'mismatch' }
    }

    const bought = payment.biodataId ?? biodataId
    if (!bought) {
      // Also one that was set aside for another fee: the money is here, so it must be found again.
      if (payment.status !== 'succeeded') await updatePayment(trx, payment.id, { status: 'succeeded' })
      return { kind: 'unassigned' }
    }
    if (biodataId && biodataId !== bought) return { kind: 'for-another-biodata' }

    const done = await fulfil(trx, { ...payment, userId, biodataId: bought })
    if (!done || done.fulfilled === 'again') {
      // Paid twice for the same contact. A payment that was begun without naming one can still buy another.
      await updatePayment(trx, payment.id, { status: payment.biodataId ? 'refund_due' : 'succeeded' })
      return { kind: 'duplicate' }
    }
    if (done.fulfilled === 'new')
      await updatePayment(trx, payment.id, { status: 'succeeded', biodataId: bought, lastError: null })
    return { kind: 'recorded', id: done.id }
  })
}
