import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import Stripe from 'stripe'
import { expect } from 'vitest'
import { stripeSandbox } from '#sandbox/stripe/server.ts'
import { contactRequests } from '#src/features/contact-requests/queries.server.ts'
import type { PaymentProvider } from '#src/features/payments/provider.ts'
import { stripeProvider } from '#src/features/payments/stripe.server.ts'
import { systemClock } from '#src/platform/clock.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { type Person, testWorld } from './world.server.ts'

const keys = { secretKey: 'sk_test_ours', publishableKey: 'pk_test_ours' }
export const webhookSecret = 'whsec_ours'

/** The test world with a payment provider beside it. Its notices get lost until `world.listen()` was called. */
export async function payingWorld({
  others = [],
  ...parts
}: Parameters<typeof testWorld>[0] & { others?: PaymentProvider[] } = {}) {
  const webhook = { url: '', secret: webhookSecret }
  const { clock = systemClock } = parts
  const sandbox = stripeSandbox({ ...keys, webhook, now: clock })
  sandbox.fail.webhooks = 'lost'
  let server = await sandbox.listen()
  const { url } = server
  const provider = stripeProvider({ ...keys, webhookSecret, url })
  const world = await testWorld({ providers: [provider, ...others], ...parts })

  let people = 0
  const somebody = (name = 'person') => world.signUp(`${name}-${++people}@example.org`)

  /** What Stripe.js does with a card and a client secret. */
  async function confirm(clientSecret: string, number = '4242424242424242') {
    const response = await fetch(`${url}/v1/payment_intents/${refOf(clientSecret)}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.publishableKey}` },
      body: new URLSearchParams({
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '40',
        'payment_method_data[card][cvc]': '123',
      }),
    })
    return { status: response.status, body: await response.json() }
  }

  return {
    ...world,
    providerUrl: url,
    till: { db: world.db, goods: contactRequests, provider },
    sandbox,
    /** The provider's own API, as the holder of the account uses it. */
    stripe: new Stripe(keys.secretKey, {
      host: '127.0.0.1',
      port: new URL(url).port,
      protocol: 'http',
      telemetry: false,
    }),
    confirm,

    somebody,
    /** Somebody who pays, and somebody whose contact is for sale. */
    async payerAndBiodata() {
      const owner = await somebody('owner')
      return { payer: await somebody('payer'), owner, number: await world.publish(owner) }
    },

    /** Pays the fee, for one biodata or for one yet to be named, and answers the transaction's id. Records nothing. */
    async pay(by: Person, bioDataId?: number) {
      const { body } = await world.call('POST', '/api/create-payment-intent', by, { price: 5, bioDataId })
      await confirm(body.clientSecret)
      return refOf(body.clientSecret)
    },

    record: (by: Person, transactionId: string, bioDataId?: number) =>
      world.call('POST', '/api/payments', by, { transactionId, bioDataId }),

    /** The money of this payment is here, as settling notes it. */
    hasArrived: (db: Db, ref: string) =>
      sql`
        insert into payment_receipts (provider, id, payment_id, amount, currency, received_at)
        select provider, provider_ref, id, amount, currency, created_at from payments where provider_ref = ${ref}`.execute(
        db,
      ),

    /** Waits until what was begun waits for a lock of the database, or has ended without one. */
    async untilHeldUp(begun: Promise<unknown>) {
      let isDone = false
      const noticed = () => {
        isDone = true
      }
      begun.then(noticed, noticed)
      const isHeldUp = async () =>
        (
          await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            world.db,
          )
        ).rows.length > 0
      await expect.poll(async () => isDone || (await isHeldUp())).toBe(true)
    },

    /** Listens on a free port, where the provider's notices then arrive. */
    async listen() {
      await world.app.listen({ host: '127.0.0.1', port: 0 })
      const own = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
      webhook.url = `${own}/api/webhooks/stripe`
      return own
    },

    /** The provider goes away, and comes back at the same address when the answer is called. */
    async providerDown() {
      await server.close()
      return async () => {
        server = await sandbox.listen(Number(new URL(url).port))
      }
    },

    async close() {
      await world.close()
      await server.close()
    },
  }
}

/** The intent's id is the part of a client secret before `_secret_`. */
export const refOf = (clientSecret: string) => clientSecret.replace(/_secret_.*/, '')
