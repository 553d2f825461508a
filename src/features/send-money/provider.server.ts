import type { PaymentProvider, ProviderPayment } from '#src/features/payments/index.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { allRows } from '#src/platform/db/rows.server.ts'
import type { PayTo } from '#src/platform/money.ts'
import { shortReferences } from './policy.ts'

export const providerId = 'send-money'

/** Money sent by hand: what arrived is what administrators confirmed. @returns undefined for a reference that nobody has */
export async function stateOf(db: Db, providerRef: string): Promise<ProviderPayment | undefined> {
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'amount', 'currency', 'status'])
    .where((of) => of.and({ provider: providerId, providerRef }))
    .executeTakeFirst()
  if (!payment) return undefined
  const { id, currency } = payment
  const confirmed = await db
    .selectFrom('transferClaims as claim')
    .leftJoin('paymentReceipts as receipt', (on) =>
      on.onRef('receipt.id', '=', 'claim.transactionId').on('receipt.provider', '=', providerId),
    )
    .select(['transactionId', 'readAmount', 'readAt'])
    .$narrowType<{ readAmount: number; readAt: Date }>()
    .where((of) => of.and({ 'claim.paymentId': id, 'claim.state': 'confirmed' }))
    // What was counted before stays the first: two that are decided at one moment would change places.
    .orderBy('receipt.notedAt', (place) => place.asc().nullsLast())
    .orderBy('decidedAt')
    .execute()
  const receipts = confirmed.map(({ transactionId, readAmount: amount, readAt: at }) => ({
    ...{ id: transactionId, amount, currency, at, isRisky: false, isDisputed: false },
    // Our own rows say what was refunded: nobody else knows it better.
    refunds: [],
  }))
  const arrived = receipts.reduce((sum, { amount }) => sum + amount, 0)
  const status = arrived >= payment.amount ? 'succeeded' : 'open'
  return { providerRef, status, receipts, paymentId: id, next: { kind: 'send', reference: providerRef } }
}

/** Behind the other ways to pay, where the site has accounts for it. */
export const withSendMoney = (providers: readonly PaymentProvider[], db: Db, payTo: PayTo[]) =>
  payTo.length > 0 ? [...providers, sendMoneyProvider(db, payTo)] : [...providers]

export function sendMoneyProvider(db: Db, payTo: PayTo[]): PaymentProvider {
  return {
    id: providerId,
    ui: { kind: 'send', payTo },
    takesAnySum: true,
    async create({ paymentId }) {
      for (const reference of shortReferences(paymentId)) {
        const taken = await allRows(db)`
          select from payments where provider = ${providerId} and provider_ref = ${reference} and id <> ${paymentId}`
        if (taken.length > 0) continue
        return {
          ...{ providerRef: reference, status: 'open', receipts: [], paymentId },
          next: { kind: 'send', reference },
        } as const
      }
      throw new Error('every reference is taken')
    },
    fetch: (providerRef) => stateOf(db, providerRef),
  }
}
