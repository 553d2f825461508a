import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { stripeSandbox } from './server.ts'
import { signatureOf } from './webhook.ts'

const keys = { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox' }
const fee = { amount: 500, currency: 'usd', metadata: { userId: 'u1', bioDataId: '7' } }

async function start(options: Partial<Parameters<typeof stripeSandbox>[0]> = {}) {
  const sandbox = stripeSandbox({ ...keys, ...options })
  const { url, close } = await sandbox.listen()
  onTestFinished(close)
  const stripe = new Stripe(keys.secretKey, {
    host: '127.0.0.1',
    port: new URL(url).port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 2,
  })

  /** A call as the browser makes it: publishable key, form encoding. */
  async function browser(method: 'GET' | 'POST', path: string, fields: Record<string, string> = {}) {
    const form = new URLSearchParams(fields)
    const answer = await fetch(url + path + (method === 'GET' ? `?${form}` : ''), {
      method,
      headers: { authorization: `Bearer ${keys.publishableKey}` },
      body: method === 'POST' ? form : undefined,
    })
    return { status: answer.status, body: await answer.json() }
  }

  const pay = (intent: Stripe.PaymentIntent, number: string, more: Record<string, string> = {}) =>
    browser('POST', `/v1/payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '34',
      'payment_method_data[card][cvc]': '123',
      ...more,
    })

  return { sandbox, url, stripe, browser, pay }
}

/** A webhook endpoint that answers what `statusOf` says to the nth call (from 1) and hands out what arrived. */
async function receiver(statusOf: (call: number) => number = () => 200) {
  const calls: { payload: string; signature: string }[] = []
  const waiting = new Map<number, () => void>()
  const server = http.createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    calls.push({ payload: Buffer.concat(chunks).toString(), signature: String(req.headers['stripe-signature']) })
    res.writeHead(statusOf(calls.length)).end()
    waiting.get(calls.length)?.()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const arrived = async (count: number) => {
    if (calls.length < count) await new Promise<void>((resolve) => waiting.set(count, resolve))
    return calls
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived }
}

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('the call was not refused'),
    (error: Stripe.errors.StripeError) => ({
      class: error.constructor.name,
      status: error.statusCode,
      code: error.code,
      param: error.param,
    }),
  )

test('X3: an intent is created and read back with the official SDK', async () => {
  const { stripe } = await start()
  const created = await stripe.paymentIntents.create({ ...fee, automatic_payment_methods: { enabled: true } })
  expect(created).toMatchObject({ ...fee, object: 'payment_intent', status: 'requires_payment_method' })
  expect(created.client_secret).toMatch(new RegExp(`^${created.id}_secret_\\w+$`))
  expect(created.lastResponse.requestId).toMatch(/^req_/)
  expect(await stripe.paymentIntents.retrieve(created.id)).toEqual(created)
})

test('X3: an idempotency key replays its answer; with another body it is refused', async () => {
  const { stripe, sandbox } = await start()
  const first = await stripe.paymentIntents.create(fee, { idempotencyKey: 'k1' })
  const again = await stripe.paymentIntents.create(fee, { idempotencyKey: 'k1' })
  expect(again.id).toBe(first.id)
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(await refusal(stripe.paymentIntents.create({ ...fee, amount: 600 }, { idempotencyKey: 'k1' }))).toMatchObject({
    class: 'StripeIdempotencyError',
    status: 400,
  })
  expect(sandbox.intents()).toHaveLength(1)
})

test('X3: an idempotency key is forgotten after a day, and a refused request leaves it unused', async () => {
  let now = new Date('2026-11-20T10:00:00Z')
  const { stripe } = await start({ now: () => now })
  await refusal(stripe.paymentIntents.create({ ...fee, amount: 1 }, { idempotencyKey: 'k1' }))
  const first = await stripe.paymentIntents.create(fee, { idempotencyKey: 'k1' })
  now = new Date('2026-11-21T10:00:01Z')
  expect((await stripe.paymentIntents.create(fee, { idempotencyKey: 'k1' })).id).not.toBe(first.id)
})

test.each([
  ['amount 0', { ...fee, amount: 0 }, 'amount_too_small', 'amount'],
  ['amount 49', { ...fee, amount: 49 }, 'amount_too_small', 'amount'],
  ['amount 5.5', { ...fee, amount: 500.5 }, 'parameter_invalid_integer', 'amount'],
  ['no currency', { ...fee, currency: '' }, 'parameter_missing', 'currency'],
  ['a currency that is none', { ...fee, currency: 'xyz' }, undefined, 'currency'],
  ['a bad receipt address', { ...fee, receipt_email: 'nobody' }, 'email_invalid', 'receipt_email'],
  ['an option the sandbox does not know', { ...fee, customer: 'cus_1' }, 'parameter_unknown', 'customer'],
])('X3: %s is refused', async (_name, params, code, param) => {
  const { stripe } = await start()
  expect(await refusal(stripe.paymentIntents.create(params))).toEqual({
    class: 'StripeInvalidRequestError',
    status: 400,
    code,
    param,
  })
})

test('K2: the card 4242 succeeds, once', async () => {
  const { stripe, pay, sandbox } = await start()
  const intent = await stripe.paymentIntents.create(fee)
  const paid = await pay(intent, '4242 4242 4242 4242')
  expect(paid).toMatchObject({ status: 200, body: { id: intent.id, status: 'succeeded', amount: 500 } })
  expect(paid.body).not.toHaveProperty('metadata')
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'succeeded',
    amount_received: 500,
    metadata: fee.metadata,
  })
  const again = await pay(intent, '4242424242424242')
  expect(again).toMatchObject({
    status: 400,
    body: { error: { code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } } },
  })
  expect(again.body.error.payment_intent).not.toHaveProperty('metadata')
  expect(sandbox.events().map(({ type }) => type)).toEqual(['payment_intent.created', 'payment_intent.succeeded'])
})

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
  ['4111111111111111', 'card_declined', 'test_mode_live_card', expect.stringContaining('non test (live) card')],
])('K2: the card %s is declined with %s, then another card may pay', async (number, code, decline_code, message) => {
  const { stripe, pay, sandbox } = await start()
  const intent = await stripe.paymentIntents.create(fee)
  const { status, body } = await pay(intent, number)
  expect(status).toBe(402)
  expect(body.error).toMatchObject({ type: 'card_error', code, message })
  expect(body.error.decline_code).toBe(decline_code)
  expect(body.error.payment_intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code } })
  expect((await pay(intent, '4242424242424242')).body.status).toBe('succeeded')
  expect(sandbox.events().map(({ type }) => type)).toEqual([
    'payment_intent.created',
    'payment_intent.payment_failed',
    'payment_intent.succeeded',
  ])
})

test.each([
  ['a mistyped number', '4242424242424241', {}, 'incorrect_number'],
  [
    'a month that is none',
    '4242424242424242',
    { 'payment_method_data[card][exp_month]': '13' },
    'invalid_expiry_month',
  ],
  ['a year long past', '4242424242424242', { 'payment_method_data[card][exp_year]': '2020' }, 'invalid_expiry_year'],
  ['no security code', '4242424242424242', { 'payment_method_data[card][cvc]': '' }, 'invalid_cvc'],
])('K2: %s never reaches the bank', async (_name, number, more, code) => {
  const { stripe, pay, sandbox } = await start()
  const intent = await stripe.paymentIntents.create(fee)
  expect(await pay(intent, number, more)).toMatchObject({ status: 402, body: { error: { type: 'card_error', code } } })
  expect(sandbox.events()).toHaveLength(1)
})

test.each([
  ['complete', 'succeeded', null],
  ['fail', 'requires_payment_method', { code: 'payment_intent_authentication_failure' }],
])('K2: the card 3155 asks for authentication: %s', async (action, status, last_payment_error) => {
  const { stripe, pay, browser } = await start()
  const intent = await stripe.paymentIntents.create(fee)
  const asked = await pay(intent, '4000002500003155')
  expect(asked).toMatchObject({ status: 200, body: { status: 'requires_action', next_action: expect.anything() } })
  const path = `/sandbox-authentication/${intent.id}/${action}`
  expect((await browser('POST', path, { client_secret: 'guessed' })).status).toBe(400)
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action')
  const done = await browser('POST', path, { client_secret: intent.client_secret ?? '' })
  expect(done.body).toMatchObject({ status, next_action: null, last_payment_error })
})

test('X3: a refund pays back once, never more than was paid', async () => {
  const { stripe, sandbox } = await start()
  const intent = await stripe.paymentIntents.create(fee)
  expect(await refusal(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({ status: 400 })
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
  expect(await refusal(stripe.refunds.create({ payment_intent: intent.id, amount: 501 }))).toMatchObject({
    param: 'amount',
  })
  const part = await stripe.refunds.create({ payment_intent: intent.id, amount: 200 })
  const rest = await stripe.refunds.create({ payment_intent: intent.id }, { idempotencyKey: 'refund' })
  expect((await stripe.refunds.create({ payment_intent: intent.id }, { idempotencyKey: 'refund' })).id).toBe(rest.id)
  expect(rest).toMatchObject({ object: 'refund', amount: 300, status: 'succeeded' })
  expect(await refusal(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
    code: 'charge_already_refunded',
  })
  expect(sandbox.refunds().map(({ id }) => id)).toEqual([part.id, rest.id])
  expect(sandbox.events().filter(({ type }) => type === 'refund.created')).toMatchObject([
    { type: 'refund.created', data: { object: { id: part.id, payment_intent: intent.id } } },
    { type: 'refund.created', data: { object: { id: rest.id } } },
  ])
})

test('X3: an expanded intent says what of it was refunded, and a notice comes each time', async () => {
  const { stripe, sandbox } = await start()
  const intent = await stripe.paymentIntents.create(fee)
  const charge = async () =>
    (await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })).latest_charge as Stripe.Charge
  expect(await charge()).toBeNull()
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
  expect(await charge()).toMatchObject({ amount_refunded: 0, refunded: false, disputed: false })
  await stripe.refunds.create({ payment_intent: intent.id, amount: 200 })
  expect(await charge()).toMatchObject({ amount_refunded: 200, refunded: false })
  await stripe.refunds.create({ payment_intent: intent.id })
  expect(await charge()).toMatchObject({ amount_refunded: 500, refunded: true, disputed: false })
  const notices = sandbox.events().filter(({ type }) => type === 'charge.refunded')
  expect(notices).toMatchObject([
    { data: { object: { payment_intent: intent.id, amount_refunded: 200 } } },
    { data: { object: { payment_intent: intent.id, amount_refunded: 500, refunded: true } } },
  ])
  expect(await refusal(stripe.paymentIntents.retrieve(intent.id, { expand: ['customer'] }))).toMatchObject({
    param: 'expand',
  })
})

test('X3: a refund that the payer’s bank sends back has failed, is told of, and can be made anew', async () => {
  const { stripe, sandbox } = await start()
  const intent = await stripe.paymentIntents.create(fee)
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
  const charge = async () => {
    const { latest_charge } = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge.refunds'] })
    return latest_charge as Stripe.Charge
  }
  const first = await stripe.refunds.create({ payment_intent: intent.id })
  sandbox.endRefund(intent.id, 'expired_or_canceled_card')
  const failed = { id: first.id, status: 'failed', failure_reason: 'expired_or_canceled_card' }
  expect(await charge()).toMatchObject({ refunded: false, amount_refunded: 0, refunds: { data: [failed] } })
  expect(sandbox.events().slice(-3)).toMatchObject(
    ['charge.refund.updated', 'refund.updated', 'refund.failed'].map((type) => ({ type, data: { object: failed } })),
  )
  const second = await stripe.refunds.create({ payment_intent: intent.id })
  expect(await charge()).toMatchObject({ refunded: true, refunds: { data: [{ id: second.id }, failed] } })
})

test('X3: a refund may be pending, counts as asked for, and arrives later', async () => {
  const { stripe, sandbox } = await start()
  const intent = await stripe.paymentIntents.create(fee)
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
  sandbox.fail.slowRefund = intent.id
  const refund = await stripe.refunds.create({ payment_intent: intent.id })
  expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
  expect(await refusal(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
    code: 'charge_already_refunded',
  })
  expect(sandbox.endRefund(intent.id)).toMatchObject({ id: refund.id, status: 'succeeded' })
  expect(sandbox.events().at(-1)).toMatchObject({ type: 'refund.updated', data: { object: { status: 'succeeded' } } })
})

test('X3: a payment that the payer’s bank disputes is refunded no more', async () => {
  const { stripe, sandbox } = await start()
  const intent = await stripe.paymentIntents.create(fee)
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
  const dispute = sandbox.dispute(intent.id)
  expect(await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })).toMatchObject({
    latest_charge: { disputed: true },
  })
  expect(sandbox.events().at(-1)).toMatchObject({
    type: 'charge.dispute.created',
    data: { object: { id: dispute.id } },
  })
  expect(await refusal(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({ code: 'charge_disputed' })
})

test('X3: events are listed by type and time, the newest first, page after page', async () => {
  let moment = new Date('2026-11-20T06:00:00Z')
  const { stripe } = await start({ now: () => moment })
  const ids: string[] = []
  for (let i = 0; i < 5; i++) {
    const intent = await stripe.paymentIntents.create(fee)
    await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
    ids.unshift(intent.id)
    moment = new Date(moment.getTime() + 60_000)
  }
  const succeeded = { types: ['payment_intent.succeeded'] }
  const about = (events: Stripe.Event[]) => events.map(({ data }) => (data.object as Stripe.PaymentIntent).id)
  const first = await stripe.events.list({ ...succeeded, limit: 2 })
  expect([about(first.data), first.has_more]).toEqual([ids.slice(0, 2), true])
  const rest = await stripe.events.list({ ...succeeded, starting_after: first.data[1]!.id })
  expect([about(rest.data), rest.has_more]).toEqual([ids.slice(2), false])
  const created = { gte: Date.UTC(2026, 10, 20, 6, 3) / 1000 }
  expect(about((await stripe.events.list({ ...succeeded, created })).data)).toEqual(ids.slice(0, 2))
})

test('X3: a canceled intent cannot be paid, a paid one cannot be canceled', async () => {
  const { stripe, pay } = await start()
  const given = await stripe.paymentIntents.create(fee)
  expect(await stripe.paymentIntents.cancel(given.id, { cancellation_reason: 'abandoned' })).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'abandoned',
    canceled_at: expect.any(Number),
  })
  expect((await pay(given, '4242424242424242')).body.error.code).toBe('payment_intent_unexpected_state')
  const paid = await stripe.paymentIntents.create(fee)
  await pay(paid, '4242424242424242')
  expect(await refusal(stripe.paymentIntents.cancel(paid.id))).toMatchObject({
    status: 400,
    code: 'payment_intent_unexpected_state',
  })
})

test('X3: a wrong key and a missing object are answered as Stripe answers them', async () => {
  const { stripe, url } = await start()
  const stranger = new Stripe('sk_test_wrong', { host: '127.0.0.1', port: new URL(url).port, protocol: 'http' })
  expect(await refusal(stranger.events.list())).toMatchObject({
    class: 'StripeAuthenticationError',
    status: 401,
  })
  expect(await refusal(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
    class: 'StripeInvalidRequestError',
    status: 404,
    code: 'resource_missing',
  })
})

test('X3: a publishable key reads one intent by its client secret, and nothing else', async () => {
  const { stripe, browser } = await start()
  const intent = await stripe.paymentIntents.create(fee)
  const other = await stripe.paymentIntents.create(fee)
  const path = `/v1/payment_intents/${intent.id}`
  const own = await browser('GET', path, { client_secret: intent.client_secret ?? '' })
  expect(own).toMatchObject({ status: 200, body: { id: intent.id, amount: 500 } })
  expect(own.body).not.toHaveProperty('metadata')
  for (const client_secret of ['', other.client_secret ?? '']) {
    const refused = { status: 400, body: { error: { param: 'client_secret' } } }
    expect(await browser('GET', path, { client_secret })).toMatchObject(refused)
    expect(await browser('POST', `${path}/confirm`, { client_secret })).toMatchObject(refused)
  }
  for (const [method, forbidden] of [
    ['POST', '/v1/payment_intents'],
    ['POST', `${path}/cancel`],
    ['POST', '/v1/refunds'],
    ['GET', '/v1/events'],
  ] as const) {
    expect(await browser(method, forbidden)).toMatchObject({
      status: 403,
      body: { error: { code: 'secret_key_required' } },
    })
  }
})

test('X3: a publishable key cannot replay what the secret key was answered', async () => {
  const { stripe, url } = await start()
  await stripe.paymentIntents.create(fee, { idempotencyKey: 'k1' })
  const answer = await fetch(`${url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.publishableKey}`, 'idempotency-key': 'k1' },
    body: new URLSearchParams({ amount: '500', currency: 'usd' }),
  })
  expect(answer.status).toBe(403)
})

test('X3: every event arrives signed; constructEvent accepts it and refuses a changed one', async () => {
  const webhook = await receiver()
  const { stripe, pay, sandbox } = await start({ webhook: { url: webhook.url, secret: 'whsec_sandbox' } })
  const intent = await stripe.paymentIntents.create(fee)
  await webhook.arrived(1)
  await pay(intent, '4242424242424242')
  const [, call] = await webhook.arrived(2)
  const { payload = '', signature = '' } = call ?? {}
  const event = stripe.webhooks.constructEvent(payload, signature, 'whsec_sandbox')
  expect(event).toMatchObject({
    type: 'payment_intent.succeeded',
    data: { object: { id: intent.id, status: 'succeeded', metadata: fee.metadata } },
  })
  const construct = (body: string, secret: string) => () => stripe.webhooks.constructEvent(body, signature, secret)
  expect(construct(payload.replace('"amount":500', '"amount":501'), 'whsec_sandbox')).toThrow('No signatures found')
  expect(construct(payload, 'whsec_other')).toThrow('No signatures found')
  expect(await sandbox.deliver(event)).toBe(true)
  expect((await webhook.arrived(3))[2]?.payload).toBe(payload)
})

test('X3: a signature carries the time of the clock, so old ones are refused', () => {
  const signature = signatureOf('{}', 'whsec_sandbox', new Date(Date.now() - 600_000))
  const { webhooks } = new Stripe(keys.secretKey)
  expect(() => webhooks.constructEvent('{}', signature, 'whsec_sandbox')).toThrow('Timestamp outside the tolerance')
})

test('X3: a webhook that fails is tried again with the same event', async () => {
  const webhook = await receiver((call) => (call < 3 ? 500 : 200))
  const { stripe, sandbox } = await start({ webhook: { url: webhook.url, secret: 'whsec_sandbox' } })
  await stripe.paymentIntents.create(fee)
  const calls = await webhook.arrived(3)
  const ids = calls.map(
    ({ payload, signature }) => stripe.webhooks.constructEvent(payload, signature, 'whsec_sandbox').id,
  )
  expect(ids).toEqual(Array(3).fill(sandbox.events()[0]?.id))
})

test('X3: the SDK gets over an error and a reset connection without a second intent', async () => {
  const { stripe, sandbox } = await start()
  for (const fault of [500, 'reset'] as const) {
    sandbox.fail.next = fault
    expect((await stripe.paymentIntents.create(fee)).status).toBe('requires_payment_method')
  }
  expect(sandbox.intents()).toHaveLength(2)
  expect(sandbox.requests).toHaveLength(4)
})

test('X3: a lost reply to confirm has charged all the same', async () => {
  const { stripe, pay, sandbox } = await start()
  const intent = await stripe.paymentIntents.create(fee)
  sandbox.fail.confirmReply = 'lost'
  await expect(pay(intent, '4242424242424242')).rejects.toThrow('fetch failed')
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
})

test('X3: a retried confirm whose reply was lost is answered from memory, charged once', async () => {
  const { stripe, sandbox } = await start()
  const intent = await stripe.paymentIntents.create(fee)
  sandbox.fail.confirmReply = 'lost'
  const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
  expect(paid.status).toBe('succeeded')
  expect(sandbox.events().filter(({ type }) => type === 'payment_intent.succeeded')).toHaveLength(1)
})

test('X3: with a state file, intents, refunds, events and idempotency keys survive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const stateFile = join(folder, 'new', 'stripe.json')
  const before = await start({ stateFile })
  const intent = await before.stripe.paymentIntents.create(fee, { idempotencyKey: 'k1' })
  await before.pay(intent, '4242424242424242')
  const refund = await before.stripe.refunds.create({ payment_intent: intent.id })

  const after = await start({ stateFile })
  expect(await after.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded', ...fee })
  expect(after.sandbox.refunds().map(({ id }) => id)).toEqual([refund.id])
  expect((await after.stripe.paymentIntents.create(fee, { idempotencyKey: 'k1' })).id).toBe(intent.id)
  expect(after.sandbox.events()).toEqual(before.sandbox.events())
})

test('X3: a browser on another origin may call: the preflight is answered', async () => {
  const { url } = await start()
  const answer = await fetch(`${url}/v1/payment_intents/pi_1/confirm`, { method: 'OPTIONS' })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-headers')).toContain('authorization')
})
