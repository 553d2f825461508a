import { expect } from 'vitest'
import type { PaymentProvider } from '#src/features/payments/provider.ts'
import { referenceOf } from '#src/features/payments/reference.ts'
import { refundAllDue } from '#src/features/payments/settle.server.ts'
import { withSendMoney } from '#src/features/send-money/index.server.ts'
import { type Gateway, gatewayProvider, gatewaySandbox } from './gateway.server.ts'
import { payingWorld, refOf } from './paying.server.ts'
import { byHand } from './send-money.server.ts'
import { type Person, testConfig } from './world.server.ts'

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
  /** What is due to go back is sent, or asked about. */
  refundDue(): Promise<unknown>
  isAway(away: boolean): void
  losesRefundAnswers(lost: boolean): void
}

/** A world with all ways to pay: a card, two gateways by redirect that exist only in tests, and money sent by hand. */
export async function worldOfAdapters(clock: () => Date) {
  const gateways = { redirect: await gatewaySandbox(), execute: await gatewaySandbox({ executes: true }) }
  const redirect = gatewayProvider('redirect', gateways.redirect)
  const execute = gatewayProvider('execute', gateways.execute)
  const config = testConfig({ ...byHand, feeInTaka: { amount: 500, currency: 'bdt' } })
  const world = await payingWorld({ clock, config, others: [redirect, execute] })
  const admin = await world.makeAdmin(await world.somebody('admin'))
  await world.listen()
  const { call, db } = world

  const paymentOf = (ref: string) =>
    db.selectFrom('payments').selectAll().where('providerRef', '=', ref).executeTakeFirstOrThrow()
  const refundDueOf = (provider: PaymentProvider) => () => refundAllDue(db, provider, clock())
  const card: Adapter = {
    provider: world.till.provider,
    refundDue: refundDueOf(world.till.provider),
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
      refundDue: refundDueOf(provider),
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

  /** The wallet's own books: what came in, and what was sent back. */
  const wallet = {
    came: [] as { ref: string; id: string; amount: number }[],
    sent: [] as { id: string; amount: number }[],
  }
  let transfers = 0
  const newId = () => `TRX${String(++transfers).padStart(7, '0')}`
  const inTaka = (poisha: number) => (poisha / 100).toFixed(2)
  const statement = () =>
    [
      'Trx ID,Date,Amount',
      ...wallet.came.map(({ id, amount }) => `${id},${clock().toISOString()},${inTaka(amount)}`),
    ].join('\n')
  const cameFor = (ref: string) => wallet.came.filter((transfer) => transfer.ref === ref)
  const handed: Adapter = {
    provider: withSendMoney([], db, byHand.payTo)[0]!,
    begin: async (by, bioDataId) => (await call('POST', '/api/payment-transfers', by, { bioDataId })).body.reference,
    async pay(ref, { amount = 500, id = newId() } = {}) {
      wallet.came.push({ ref, id: id.replace(/\W/g, '').toUpperCase().slice(0, 30), amount })
    },
    /** The payer tells of everything sent, or of a transaction that there is not, and an administrator looks it up. */
    async comeBack(by, ref) {
      const payment = await paymentOf(ref)
      const sent = cameFor(ref)
      for (const { id: transactionId } of sent.length > 0 ? sent : [{ id: newId() }]) {
        const told = { reference: referenceOf(payment.id), wallet: 'bkash', transactionId, lastDigits: '4821' }
        await call('POST', '/api/transfer-claims', by, told)
        const waiting = await db
          .selectFrom('transferClaims')
          .select('id')
          .where('paymentId', '=', payment.id)
          .where('state', '=', 'waiting')
          .execute()
        const found = wallet.came.find(({ id }) => id === transactionId)
        for (const { id } of waiting)
          await (found
            ? call('PATCH', `/api/transfers/${id}`, admin, { amount: inTaka(found.amount), at: clock().toISOString() })
            : call('PATCH', `/api/transfers/${id}/refusal`, admin))
      }
      return call('POST', '/api/payment-checks', by, { reference: referenceOf(payment.id) })
    },
    /** Somebody uploads the statement, and confirms what matches. */
    async notice() {
      const data = Buffer.from(statement()).toString('base64')
      const { body } = await call('POST', '/api/transfer-statements', admin, { data })
      const rows = body.matching.map(({ id, amount, sent: at }: Record<string, string>) => ({ id, amount, at }))
      if (rows.length > 0) await call('PATCH', '/api/transfers', admin, { rows })
      return body
    },
    holds: (ref) =>
      cameFor(ref).reduce((sum, { amount }) => sum + amount, 0) -
      wallet.sent.reduce((sum, { id, amount }) => sum + (cameFor(ref).some((came) => came.id === id) ? amount : 0), 0),
    refunds: (ref) => wallet.sent.filter(({ id }) => cameFor(ref).some((came) => came.id === id)).length,
    async refundDue() {
      const { body } = await call('GET', '/api/transfer-refunds', admin)
      for (const { _id, transactionId, price } of body) {
        const outgoing = newId()
        const done = await call('PATCH', `/api/transfer-refunds/${_id}`, admin, { transactionId: outgoing })
        if (done.body.modifiedCount === 1) wallet.sent.push({ id: transactionId, amount: Math.round(price * 100) })
      }
    },
    isAway() {},
    losesRefundAnswers() {},
  }

  const adapters: Record<string, Adapter> = {
    card,
    redirect: atGateway(redirect, gateways.redirect),
    'redirect with execute': atGateway(execute, gateways.execute),
    'by hand': handed,
  }

  return {
    ...world,
    adapters,
    gateways,
    wallet,
    paymentOf,
    async close() {
      await world.close()
      for (const gateway of Object.values(gateways)) await gateway.close()
    },
  }
}
