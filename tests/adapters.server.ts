import { expect } from 'vitest'
import type { PaymentProvider } from '#src/features/payments/provider.ts'
import { referenceOf } from '#src/features/payments/reference.ts'
import { type Gateway, gatewayProvider, gatewaySandbox } from './gateway.server.ts'
import { payingWorld, refOf } from './paying.server.ts'
import type { Person } from './world.server.ts'

/** What a thief, or a mistake, makes of a payment. */
export interface Over {
  amount?: number
  currency?: string
  risky?: boolean
  id?: string
}

/** A way to pay as its payer, its provider and a fault see it. */
export interface Adapter {
  provider: PaymentProvider
  begin(by: Person, number: number): Promise<string>
  /** The payer pays, at the provider; `over` makes something else of it. */
  pay(ref: string, over?: Over): Promise<unknown>
  /** The payer's browser goes on. */
  comeBack(by: Person, ref: string, number: number): Promise<unknown>
  notice(ref: string): Promise<unknown>
  /** What the provider holds for this payment, in minor units. */
  holds(ref: string): number
  /** How often the provider has refunded it. */
  refunds(ref: string): number
  isAway(away: boolean): void
  losesRefundAnswers(lost: boolean): void
}

/** A world with all ways to pay: a card, and two gateways by redirect that exist only in tests. */
export async function worldOfAdapters(clock: () => Date) {
  const gateways = { redirect: await gatewaySandbox(), execute: await gatewaySandbox({ executes: true }) }
  const redirect = gatewayProvider('redirect', gateways.redirect)
  const execute = gatewayProvider('execute', gateways.execute)
  const world = await payingWorld({ clock, others: [redirect, execute] })
  await world.listen()
  const { call, db } = world

  const paymentOf = (ref: string) =>
    db.selectFrom('payments').selectAll().where('providerRef', '=', ref).executeTakeFirstOrThrow()
  const card: Adapter = {
    provider: world.till.provider,
    begin: async (by, bioDataId) =>
      refOf((await call('POST', '/api/create-payment-intent', by, { price: 5, bioDataId })).body.clientSecret),
    async pay(ref, over) {
      const intent = world.sandbox.intents().find(({ id }) => id === ref)!
      await world.confirm(intent.client_secret!)
      const { amount: amount_received, currency } = { amount: 500, currency: 'usd', ...over }
      if (over) Object.assign(intent, { amount_received, currency })
    },
    comeBack: (by, ref, number) => world.record(by, ref, number),
    notice: (ref) =>
      world.sandbox.deliver(
        world.sandbox
          .events()
          .find(
            ({ type, data }) => type === 'payment_intent.succeeded' && 'id' in data.object && data.object.id === ref,
          )!,
      ),
    holds: (ref) =>
      world.sandbox
        .intents()
        .filter(({ id, status }) => id === ref && status === 'succeeded')
        .reduce((sum, { amount_received }) => sum + amount_received, 0) -
      world.sandbox
        .refunds()
        .filter(({ payment_intent }) => payment_intent === ref)
        .reduce((sum, { amount }) => sum + amount, 0),
    refunds: (ref) => world.sandbox.refunds().filter(({ payment_intent }) => payment_intent === ref).length,
    isAway(away) {
      if (away) world.sandbox.fail.always = 503
      else delete world.sandbox.fail.always
    },
    losesRefundAnswers(lost) {
      if (lost) world.sandbox.fail.refundReply = 'lost'
      else delete world.sandbox.fail.refundReply
    },
  }

  const atGateway = (provider: PaymentProvider, gateway: Gateway): Adapter => {
    const receiptsOf = (ref: string) => gateway.sessionOf(ref).attempts.map(({ id }) => id)
    const refundsOf = (ref: string) => gateway.refunds().filter(({ receipt }) => receiptsOf(ref).includes(receipt))
    return {
      provider,
      async begin(by, bioDataId) {
        const { body } = await call('POST', '/api/payment-redirects', by, { way: provider.id, bioDataId })
        return body.redirectTo.split('/pay/')[1]
      },
      pay: async (ref, over) => gateway.pay(ref, over),
      async comeBack(by, ref) {
        const reference = referenceOf((await paymentOf(ref)).id)
        const back = await call('POST', `/api/payments/return/${reference}`, undefined, 'status=SUCCESS', {
          'content-type': 'application/x-www-form-urlencoded',
          origin: gateway.url,
        })
        expect(back).toMatchObject({ status: 303, headers: { location: `/checkout/return/${reference}` } })
        return call('POST', '/api/payment-checks', by, { reference })
      },
      notice: (ref) =>
        call('POST', `/api/webhooks/${provider.id}`, undefined, `payment=${ref}&status=VALID`, {
          'content-type': 'application/x-www-form-urlencoded',
        }),
      holds: (ref) =>
        gateway.sessionOf(ref).attempts.reduce((sum, { amount }) => sum + amount, 0) -
        refundsOf(ref).reduce((sum, { amount }) => sum + amount, 0),
      refunds: (ref) => refundsOf(ref).length,
      isAway(away) {
        gateway.faults.any = away ? 'away' : undefined
      },
      losesRefundAnswers(lost) {
        gateway.faults['POST /refunds'] = lost ? 'lost' : undefined
      },
    }
  }

  const adapters: Record<string, Adapter> = {
    card,
    redirect: atGateway(redirect, gateways.redirect),
    'redirect with execute': atGateway(execute, gateways.execute),
  }

  return {
    ...world,
    adapters,
    gateways,
    paymentOf,
    async close() {
      await world.close()
      for (const gateway of Object.values(gateways)) await gateway.close()
    },
  }
}
