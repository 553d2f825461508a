import { afterAll, beforeAll, expect, test } from 'vitest'
import { signatureOf } from '#sandbox/stripe/webhook.ts'
import { daysUnnamed } from '#src/features/payments/policy.ts'
import { refundUnassigned } from '#src/features/payments/queries.server.ts'
import { refundAllDue } from '#src/features/payments/settle.server.ts'
import { payingWorld, refOf, webhookSecret } from '#tests/paying.server.ts'
import { noon, type Person, worldForThisTest } from '#tests/world.server.ts'
import { contactRequests } from './queries.server.ts'

const now = noon
const world = await payingWorld({ clock: () => now })
beforeAll(async () => void (await world.listen()))
afterAll(() => world.close())

const { somebody, payerAndBiodata } = world
const admin = await world.makeAdmin(await somebody('admin'))

const begin = (by: Person, body: object) => world.call('POST', '/api/create-payment-intent', by, body)
const times = <T>(n: number, act: (i: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, i) => act(i)))
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const requestsOf = (payer: Person) =>
  world.db.selectFrom('contactRequests').selectAll().where('userId', '=', payer.id).execute()
const paymentsOf = (payer: Person) =>
  world.db
    .selectFrom('payments')
    .selectAll()
    .where('userId', '=', payer.id)
    .orderBy('createdAt')
    .orderBy('amount')
    .execute()
const intentsOf = (payer: Person) => world.sandbox.intents().filter(({ metadata }) => metadata.userId === payer.id)
const eventOf = (ref: string, type = 'payment_intent.succeeded') =>
  world.sandbox.events().find((event) => event.type === type && (event.data.object as { id: string }).id === ref)!

test.each([0.01, -5, 0, 4.99, 1e9, '5', null, { amount: 5 }])(
  'K1: price %j is refused and nothing is begun',
  async (price) => {
    const { payer, number } = await payerAndBiodata()
    const answer = await begin(payer, { price, bioDataId: number })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'price' }] } })
    expect(intentsOf(payer)).toEqual([])
  },
)

test('K1: the amount, the currency and whose it is are the server’s, with or without a price', async () => {
  const { payer, owner, number } = await payerAndBiodata()
  await begin(payer, { bioDataId: number, amount: 1, currency: 'jpy', metadata: { userId: owner.id } })
  await begin(payer, { price: 5 })
  expect(intentsOf(payer)).toMatchObject([
    { amount: 500, currency: 'usd', metadata: { userId: payer.id, biodataId: owner.id } },
    { amount: 500, currency: 'usd', metadata: { userId: payer.id } },
  ])
})

test('K1 G3: whose address the provider does not take pays without a receipt, once', async () => {
  const { payer, number } = await payerAndBiodata()
  await world.db.updateTable('users').set({ email: 'somebody@intranet' }).where('id', '=', payer.id).execute()
  const answers = await times(2, () => begin(payer, { bioDataId: number }))
  expect(statuses(answers)).toEqual([200, 200])
  expect(intentsOf(payer)).toMatchObject([{ amount: 500, receipt_email: null }])
})

test('K3e: three tabs share one intent, before and after a reload', async () => {
  const { payer, number } = await payerAndBiodata()
  // Slow enough that all three have asked before the first is answered.
  world.sandbox.fail.delay = 50
  const tabs = await times(3, () => begin(payer, { price: 5, bioDataId: number }))
  world.sandbox.fail.delay = 0
  const answers = [...tabs, await begin(payer, { bioDataId: number })]
  expect(statuses(answers)).toEqual([200, 200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1)
  expect(intentsOf(payer)).toHaveLength(1)
})

test('K2: a declined card is no payment; another card pays the same intent', async () => {
  const { payer, number } = await payerAndBiodata()
  const { clientSecret } = (await begin(payer, { price: 5, bioDataId: number })).body
  expect(await world.confirm(clientSecret, '4000000000000002')).toMatchObject({ status: 402 })
  expect(await world.record(payer, refOf(clientSecret), number)).toMatchObject({
    status: 402,
    body: { code: 'payment-required' },
  })
  expect(await requestsOf(payer)).toEqual([])
  expect((await begin(payer, { price: 5, bioDataId: number })).body.clientSecret).toBe(clientSecret)
  await world.confirm(clientSecret)
  expect(await world.record(payer, refOf(clientSecret), number)).toMatchObject({ status: 200 })
})

test('K3b K3e: recording a payment eight times at once makes one request, and every answer names it', async () => {
  const { payer, number } = await payerAndBiodata()
  const ref = await world.pay(payer, number)
  const answers = await times(8, () => world.record(payer, ref, number))
  const [request, ...more] = await requestsOf(payer)
  expect(more).toEqual([])
  expect(answers.map(({ body }) => body)).toEqual(Array(8).fill({ insertedId: request!.id }))
  expect(await paymentsOf(payer)).toMatchObject([{ status: 'succeeded', amount: 500 }])
})

test('K3a: what the body says about the payment means nothing', async () => {
  const { payer, number } = await payerAndBiodata()
  const transactionId = await world.pay(payer, number)
  const forged = { name: 'Forged', price: 0, date: '1999-01-01', status: 'approve', isDelete: true, _id: admin.id }
  await world.call('POST', '/api/payments', payer, { ...forged, transactionId, bioDataId: number, email: payer.email })
  const { body } = await world.call('GET', '/api/payments', payer)
  expect(body).toMatchObject([
    { name: expect.stringContaining('payer'), price: 5, status: 'pending', isDelete: false, transactionId },
  ])
  expect(body[0].date).not.toContain('1999')
  expect(Object.keys(body[0]).filter((key) => key.startsWith('contact'))).toEqual([])
})

test('K3c: the provider’s notice records the payment when the browser died', async () => {
  const { payer, number } = await payerAndBiodata()
  const ref = await world.pay(payer, number)
  expect(await requestsOf(payer)).toEqual([])
  expect(await world.sandbox.deliver(eventOf(ref))).toBe(true)
  const [request] = await requestsOf(payer)
  expect(request).toMatchObject({ status: 'pending', deleted: false })
  expect((await world.record(payer, ref, number)).body).toEqual({ insertedId: request!.id })
  expect((await world.call('GET', `/api/check-payment?bioDataId=${number}&userEmail=me`, payer)).body).toEqual({
    isPaid: true,
  })
})

test.each([true, false])('K3c K3e: four notices race with the browser, biodata named first: %s', async (named) => {
  const { payer, number } = await payerAndBiodata()
  const ref = await world.pay(payer, named ? number : undefined)
  const late = eventOf(ref, 'payment_intent.created')
  const [recorded, ...delivered] = await Promise.all([
    world.record(payer, ref, number),
    ...Array.from({ length: 4 }, () => world.sandbox.deliver(eventOf(ref))),
    world.sandbox.deliver(late),
  ])
  expect(delivered).toEqual(Array(5).fill(true))
  expect((await requestsOf(payer)).map(({ id }) => id)).toEqual([recorded.body.insertedId])
  expect(await paymentsOf(payer)).toMatchObject([{ status: 'succeeded' }])
})

test('K3c: a notice that is not signed by the provider, or not now, or was changed, is refused', async () => {
  const { payer, number } = await payerAndBiodata()
  const ref = await world.pay(payer, number)
  const event = JSON.stringify(eventOf(ref))
  const signatures = [
    undefined,
    '',
    't=1,v1=00',
    signatureOf(event, 'whsec_other', now),
    signatureOf(`${event} `, webhookSecret, now),
    signatureOf(event, webhookSecret, new Date(now.getTime() - 301_000)),
    signatureOf(event, webhookSecret, new Date(now.getTime() + 301_000)),
  ]
  for (const signature of signatures) {
    const headers = {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
    }
    const answer = await world.call('POST', '/api/webhooks/stripe', undefined, event, headers)
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad-signature' } })
  }
  expect(await requestsOf(payer)).toEqual([])
})

test('K3c: a notice about a payment that is not ours is taken and means nothing', async () => {
  const { payer, number } = await payerAndBiodata()
  const ref = await world.pay(payer, number)
  const foreign = structuredClone(eventOf(ref))
  foreign.id = 'evt_foreign'
  ;(foreign.data.object as { id: string }).id = 'pi_foreign'
  expect(await world.sandbox.deliver(foreign)).toBe(true)
  expect(await requestsOf(payer)).toEqual([])
})

test('K3a: a fabricated payment and one of somebody else are not found', async () => {
  const { payer, owner, number } = await payerAndBiodata()
  const ref = await world.pay(payer, number)
  const thief = await somebody('thief')
  for (const id of [ref, 'pi_fabricated', `${ref}x`, "' or true --", owner.id]) {
    expect(await world.record(thief, id, number)).toMatchObject({ status: 404 })
  }
  expect(await world.record(admin, ref, number)).toMatchObject({ status: 404 })
  expect(await requestsOf(thief)).toEqual([])
})

test('K3a: a payment that has not succeeded is 402', async () => {
  const { payer, number } = await payerAndBiodata()
  const { clientSecret } = (await begin(payer, { price: 5, bioDataId: number })).body
  expect(await world.record(payer, refOf(clientSecret), number)).toMatchObject({ status: 402 })
  await world.confirm(clientSecret, '4000002500003155')
  expect(await world.record(payer, refOf(clientSecret), number)).toMatchObject({ status: 402 })
  expect(await requestsOf(payer)).toEqual([])
})

test.each([
  ['amount', { amount_received: 50 }],
  ['currency', { currency: 'jpy' }],
  ['person', { metadata: { userId: admin.id } }],
  ['biodata', (payer: Person) => ({ metadata: { userId: payer.id, biodataId: admin.id } })],
])('K3a: a payment whose %s is not what we asked for buys nothing and is kept for a look', async (_what, change) => {
  const { payer, number } = await payerAndBiodata()
  const ref = await world.pay(payer, number)
  Object.assign(intentsOf(payer)[0]!, typeof change === 'function' ? change(payer) : change)
  expect(await world.record(payer, ref, number)).toMatchObject({ status: 409, body: { code: 'mismatch' } })
  await world.sandbox.deliver(eventOf(ref))
  expect(await requestsOf(payer)).toEqual([])
  expect(await paymentsOf(payer)).toMatchObject([{ status: 'mismatch' }])
})

test('K3b K3e: one payment for two biodata at once buys one', async () => {
  const { payer, number } = await payerAndBiodata()
  const other = await world.publish(await somebody())
  const ref = await world.pay(payer)
  const answers = await times(6, (i) => world.record(payer, ref, i % 2 ? number : other))
  expect(statuses(answers)).toEqual([200, 200, 200, 409, 409, 409])
  expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
    Array(3).fill('used-elsewhere'),
  )
  expect(await requestsOf(payer)).toHaveLength(1)
})

test('K3a: a payment begun for one biodata is not good for another', async () => {
  const { payer, number } = await payerAndBiodata()
  const other = await world.publish(await somebody())
  const ref = await world.pay(payer, number)
  expect(await world.record(payer, ref, other)).toMatchObject({ status: 409, body: { code: 'used-elsewhere' } })
  expect(await world.record(payer, ref, number)).toMatchObject({ status: 200 })
})

test('K3a: a payment that names no biodata asks for it', async () => {
  const { payer } = await payerAndBiodata()
  const ref = await world.pay(payer)
  expect(await world.record(payer, ref)).toMatchObject({ status: 422, body: { errors: [{ field: 'bioDataId' }] } })
  expect(await world.record(payer, ref, 999_999)).toMatchObject({ status: 404 })
})

test('K3b: who has paid cannot begin again, and a second payment is still good for another contact', async () => {
  const { payer, number } = await payerAndBiodata()
  const other = (await payerAndBiodata()).number
  const early = await world.pay(payer)
  await world.record(payer, await world.pay(payer, number), number)
  expect(await begin(payer, { price: 5, bioDataId: number })).toMatchObject({
    status: 409,
    body: { code: 'already-paid' },
  })
  expect(await world.record(payer, early, number)).toMatchObject({ status: 409, body: { code: 'already-paid' } })
  expect(await begin(payer, { price: 5 })).toMatchObject({ status: 409, body: { code: 'unassigned' } })
  expect(await world.record(payer, early, other)).toMatchObject({ status: 200 })
  expect((await paymentsOf(payer)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
})

/** What the server's job does. */
async function giveBack(at: Date) {
  await refundUnassigned(world.db, at)
  await refundAllDue(world.db, world.till.provider, at)
}

/** A client of the specification has paid with the price alone, and died; the provider has told. */
async function paidForNobody() {
  const payer = await somebody('unnamed')
  const ref = await world.pay(payer)
  await world.sandbox.deliver(eventOf(ref))
  expect(await paymentsOf(payer)).toMatchObject([{ status: 'succeeded', biodataId: null }])
  return { payer, ref }
}

test('K3b K3e: a fee that was paid for nobody’s contact is offered where the next payment begins, and used by a press alone', async () => {
  const { payer, ref } = await paidForNobody()
  const { owner, number } = await payerAndBiodata()
  for (const asked of [number, (await payerAndBiodata()).number, number])
    expect(await begin(payer, { price: 5, bioDataId: asked })).toMatchObject({
      status: 200,
      body: { transactionId: ref },
    })
  expect(await requestsOf(payer)).toEqual([])
  expect(await paymentsOf(payer)).toMatchObject([{ providerRef: ref, status: 'succeeded', biodataId: null }])
  expect(await world.record(payer, ref, number)).toMatchObject({ status: 200 })
  expect(await requestsOf(payer)).toMatchObject([{ biodataId: owner.id, status: 'pending' }])
  expect(await paymentsOf(payer)).toMatchObject([{ providerRef: ref, status: 'succeeded', biodataId: owner.id }])
  expect(intentsOf(payer)).toHaveLength(1)
})

test('K3b K3e: a fee that was paid for nobody’s contact is for one of those that it is sent for at once', async () => {
  const { payer, ref } = await paidForNobody()
  const numbers = [(await payerAndBiodata()).number, (await payerAndBiodata()).number]
  const answers = await times(6, (i) => world.record(payer, ref, numbers[i % 2]))
  expect(await requestsOf(payer)).toHaveLength(1)
  const codes = answers.map(({ status, body }) => [status, body.code])
  expect(codes.filter(([status]) => status === 200)).toHaveLength(3)
  expect(codes.filter(([, code]) => code === 'used-elsewhere')).toHaveLength(3)
})

test('K3f: what a fee for nobody’s contact is sent for in vain does not make it wait longer to go back', async () => {
  const { payer, ref } = await paidForNobody()
  const { owner, number } = await payerAndBiodata()
  await world.db.updateTable('biodata').set({ contactFor: 'nobody' }).where('id', '=', owner.id).execute()
  const before = await paymentsOf(payer)
  expect(await world.record(payer, ref, number)).toMatchObject({ status: 409, body: { code: 'closed' } })
  expect(await paymentsOf(payer)).toEqual(before)
})

test('K3f: a fee that nobody names a contact for goes back after a week, and its payer is told', async () => {
  const { payer, ref } = await paidForNobody()
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  await giveBack(inDays(daysUnnamed - 0.1))
  expect(await paymentsOf(payer)).toMatchObject([{ status: 'succeeded' }])
  await times(3, () => giveBack(inDays(daysUnnamed + 0.1)))
  expect(await paymentsOf(payer)).toMatchObject([{ status: 'refunded', refundBecause: 'not named' }])
  expect(world.sandbox.refunds().filter(({ payment_intent }) => payment_intent === ref)).toHaveLength(1)
  expect((await world.call('GET', '/api/me/notifications', payer)).body).toMatchObject([
    { kind: 'fee-returned', because: 'not named' },
  ])
  const mails = world.db.selectFrom('outbox').select('content').where('recipient', '=', payer.email)
  expect(await mails.where('kind', '=', 'fee-goes-back').execute()).toEqual([
    { content: { kind: 'fee-goes-back', because: 'not named' } },
  ])
  const { number } = await payerAndBiodata()
  expect(await world.record(payer, ref, number)).toMatchObject({ status: 409, body: { code: 'returned' } })
  expect((await begin(payer, { price: 5, bioDataId: number })).status).toBe(200)
})

test('K3e K3f: a fee that is named in the moment in which it would go back stays', async () => {
  const { payer, ref } = await paidForNobody()
  const { owner, number } = await payerAndBiodata()
  const week = new Date(Date.now() + (daysUnnamed + 1) * 86_400_000)
  const [payment] = await paymentsOf(payer)
  let round: Promise<void> | undefined
  await world.db.transaction().execute(async (trx) => {
    await trx.selectFrom('payments').select('id').where('id', '=', payment!.id).forUpdate().execute()
    await contactRequests.deliver(trx, { ...payment!, userId: payer.id, biodataId: owner.id }, new Date())
    await trx.updateTable('payments').set({ biodataId: owner.id }).where('id', '=', payment!.id).execute()
    round = giveBack(week)
    await world.untilHeldUp(round)
  })
  await round
  expect(await paymentsOf(payer)).toMatchObject([{ status: 'succeeded', biodataId: owner.id }])
  expect((await world.record(payer, ref, number)).status).toBe(200)
})

test('K3f: money that came twice for one contact goes back, once', async () => {
  const { payer, number } = await payerAndBiodata()
  const first = (await begin(payer, { price: 5, bioDataId: number })).body.clientSecret
  // As when the fee changed while the first payment page was still open.
  await world.db
    .updateTable('payments')
    .set({ status: 'canceled', declinesKey: null })
    .where('userId', '=', payer.id)
    .execute()
  const second = await world.pay(payer, number)
  expect(await world.record(payer, second, number)).toMatchObject({ status: 200 })
  await world.confirm(first)
  const refusals = await Promise.all([1, 2, 3].map(() => world.record(payer, refOf(first), number)))
  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 409, body: { code: 'already-paid' } })
  expect((await paymentsOf(payer)).map(({ status }) => status).sort()).toEqual(['refunded', 'succeeded'])
  expect(world.sandbox.refunds().filter((refund) => refund.payment_intent === refOf(first))).toHaveLength(1)
  expect(await requestsOf(payer)).toHaveLength(1)
})

test('K3e: a payment that was set aside and paid all the same is not forgotten', async () => {
  const { payer, number } = await payerAndBiodata()
  const { clientSecret } = (await begin(payer, { price: 5 })).body
  await world.db
    .updateTable('payments')
    .set({ status: 'canceled', declinesKey: null })
    .where('userId', '=', payer.id)
    .execute()
  await world.confirm(clientSecret)
  expect(await world.record(payer, refOf(clientSecret))).toMatchObject({ status: 422 })
  expect(await begin(payer, { price: 5 })).toMatchObject({ status: 409, body: { code: 'unassigned' } })
  expect(await world.record(payer, refOf(clientSecret), number)).toMatchObject({ status: 200 })
})

test('D2: who sees the contact anyway need not pay: premium members, administrators', async () => {
  const { payer, number } = await payerAndBiodata()
  await world.makePremium(payer)
  for (const by of [payer, admin])
    expect(await begin(by, { price: 5, bioDataId: number })).toMatchObject({
      status: 409,
      body: { code: 'not-needed' },
    })
})

test('K3e: that nothing was charged is said only where that is known', async () => {
  const { payer, number } = await payerAndBiodata()
  const waiting = await somebody('waiting')
  const { clientSecret } = (await begin(payer, { price: 5, bioDataId: number })).body
  await world.confirm(clientSecret)
  const comeBack = await world.providerDown()
  const detailOf = async (answer: ReturnType<typeof begin>) => (await answer).body.detail
  // It was charged.
  expect(await detailOf(begin(payer, { price: 5, bioDataId: number }))).not.toContain('Nothing was charged')
  expect(await detailOf(world.record(payer, refOf(clientSecret), number))).not.toContain('Nothing was charged')
  expect(await detailOf(begin(waiting, { price: 5, bioDataId: number }))).toContain('Nothing was charged')
  await comeBack()
})

test('K1: nobody pays for the own contact; a payment already made is good for another', async () => {
  const { payer, number } = await payerAndBiodata()
  const own = await world.publish(payer)
  const refusal = { status: 422, body: { errors: [{ field: 'bioDataId' }] } }
  expect(await begin(payer, { price: 5, bioDataId: own })).toMatchObject(refusal)
  const ref = await world.pay(payer)
  expect(await world.record(payer, ref, own)).toMatchObject(refusal)
  expect(await world.record(payer, ref, number)).toMatchObject({ status: 200 })
})

test('K3e: while the provider is away the answer is 503, later the same intent goes on', async () => {
  const { payer, number } = await payerAndBiodata()
  const { clientSecret } = (await begin(payer, { price: 5, bioDataId: number })).body
  await world.confirm(clientSecret)
  const waiting = await somebody('waiting')
  const comeBack = await world.providerDown()
  const refused = await Promise.all([
    begin(payer, { price: 5, bioDataId: number }),
    world.record(payer, refOf(clientSecret), number),
    begin(waiting, { price: 5, bioDataId: number }),
  ])
  for (const answer of refused) {
    expect(answer).toMatchObject({ status: 503, body: { code: 'provider-unavailable' } })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  await comeBack()
  expect(await world.record(payer, refOf(clientSecret), number)).toMatchObject({ status: 200 })
  await world.record(waiting, await world.pay(waiting, number), number)
  for (const person of [payer, waiting]) {
    expect(await paymentsOf(person)).toMatchObject([{ status: 'succeeded' }])
    expect(intentsOf(person)).toHaveLength(1)
  }
})

test('K1: a payment that was begun at another fee makes room for one at the fee the page shows', async () => {
  const { payer, number } = await payerAndBiodata()
  const { clientSecret } = (await begin(payer, { price: 5, bioDataId: number })).body
  await world.db.updateTable('payments').set({ amount: 400 }).where('userId', '=', payer.id).execute()
  const again = (await begin(payer, { price: 5, bioDataId: number })).body
  expect(again.clientSecret).not.toBe(clientSecret)
  expect((await paymentsOf(payer)).map(({ status, amount }) => [status, amount])).toEqual([
    ['canceled', 400],
    ['created', 500],
  ])
})

test('G3: a provider that refuses our key is our fault, never the visitor’s', async () => {
  const { payer, number } = await payerAndBiodata()
  world.sandbox.fail.next = 401
  const answer = await begin(payer, { price: 5, bioDataId: number })
  expect(answer.status).toBeGreaterThanOrEqual(500)
  expect(await begin(payer, { price: 5, bioDataId: number })).toMatchObject({ status: 200 })
})

test('X3 X5: without a provider payment is off, and says so', async () => {
  const bare = await worldForThisTest()
  const payer = await bare.signUp('payer@example.org')
  const number = await bare.publish(await bare.signUp('owner@example.org'))
  expect((await bare.call('GET', '/api/payment-options', payer)).body).toEqual({
    price: 5,
    currency: 'USD',
    ways: [],
    requiresBiodata: false,
  })
  const off = { status: 503, body: { code: 'payments-off' } }
  expect(await bare.call('POST', '/api/create-payment-intent', payer, { price: 5, bioDataId: number })).toMatchObject(
    off,
  )
  expect(await bare.call('POST', '/api/payments', payer, { transactionId: 'pi_1' })).toMatchObject(off)
  expect(await bare.call('POST', '/api/webhooks/stripe', undefined, {})).toMatchObject({ status: 404 })
})

test('K4: a deleted request leaves the list, stays paid, and still shows the contact once approved', async () => {
  const { payer, owner, number } = await payerAndBiodata()
  const { insertedId } = (await world.record(payer, await world.pay(payer, number), number)).body
  const remove = () => world.call('PATCH', `/api/delete-request/${insertedId}`, payer)
  expect((await remove()).body).toEqual({ modifiedCount: 1 })
  expect((await remove()).body).toEqual({ modifiedCount: 0 })
  expect((await world.call('GET', '/api/payments', payer)).body).toEqual([])
  expect((await world.call('GET', '/api/payments', admin)).body).toContainEqual(
    expect.objectContaining({ _id: insertedId, isDelete: true }),
  )
  expect((await world.call('GET', `/api/check-payment?bioDataId=${number}`, payer)).body).toEqual({ isPaid: true })
  expect((await begin(payer, { price: 5, bioDataId: number })).status).toBe(409)
  await world.call('PATCH', `/api/contact-request-approver/${insertedId}`, admin)
  expect((await world.call('GET', `/api/bioData/${owner.id}`, payer)).body).toMatchObject({ email: owner.email })
})

test('K4: a deleted request comes back as it was, for its owner alone, and once', async () => {
  const { payer, owner, number } = await payerAndBiodata()
  const { insertedId } = (await world.record(payer, await world.pay(payer, number), number)).body
  await world.call('PATCH', `/api/contact-request-approver/${insertedId}`, admin)
  const before = (await world.call('GET', '/api/payments', payer)).body
  expect(before).toMatchObject([{ contactEmail: owner.email }])
  const restore = (by: Person) => world.call('PATCH', `/api/restore-request/${insertedId}`, by)
  expect((await restore(payer)).status).toBe(409)
  await world.call('PATCH', `/api/delete-request/${insertedId}`, payer)
  for (const stranger of [owner, admin]) expect((await restore(stranger)).status).toBe(404)
  expect((await world.call('GET', '/api/payments', payer)).body).toEqual([])
  const answers = await times(10, () => restore(payer))
  expect(statuses(answers)).toEqual([200, ...Array(9).fill(409)])
  expect((await world.call('GET', '/api/payments', payer)).body).toEqual(before)
})

const odd = (change: (event: Record<string, unknown> & { data: { object: Record<string, unknown> } }) => void) => {
  const event = structuredClone(world.sandbox.events().at(-1)!) as never
  change(event)
  return JSON.stringify(event)
}
test.each<[string, Parameters<typeof odd>[0], number]>([
  ['without an id', (event) => Object.assign(event, { id: null }), 400],
  ['with a NUL in its id', (event) => Object.assign(event, { id: 'evt_\0' }), 400],
  ['with a NUL in its type', (event) => Object.assign(event, { id: 'evt_n1', type: 'a\0' }), 400],
  ['without a type', (event) => Object.assign(event, { id: 'evt_n2', type: 7 }), 400],
  ['without an object', (event) => Object.assign(event, { id: 'evt_n3', data: { object: null } }), 400],
  [
    'about another address',
    (event) =>
      Object.assign(event, { id: 'evt_n4', data: { object: { object: 'charge', payment_intent: '../refunds' } } }),
    200,
  ],
  [
    'about a payment without end',
    (event) =>
      Object.assign(event, {
        id: 'evt_n5',
        data: { object: { object: 'charge', payment_intent: `pi_${'x'.repeat(300)}` } },
      }),
    200,
  ],
  [
    'about a number',
    (event) => Object.assign(event, { id: 'evt_n6', data: { object: { object: 'charge', payment_intent: 7 } } }),
    200,
  ],
])('K3c SEC-N18 ignores or refuses a signed notice %s', async (_, change, status) => {
  const { payer, number } = await payerAndBiodata()
  await world.pay(payer, number)
  const event = odd(change)
  const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(event, webhookSecret, now) }
  expect((await world.call('POST', '/api/webhooks/stripe', undefined, event, headers)).status).toBe(status)
})

test('K3c SEC-N18 asks again about a payment of ours that a notice came for before it was here', async () => {
  const { payer, number } = await payerAndBiodata()
  const ref = await world.pay(payer, number)
  const away = await world.db.selectFrom('payments').selectAll().where('userId', '=', payer.id).execute()
  await world.db.deleteFrom('payments').where('userId', '=', payer.id).execute()
  expect(await world.sandbox.deliver(eventOf(ref))).toBe(true)
  expect(await requestsOf(payer)).toEqual([])
  await world.db.insertInto('payments').values(away).execute()
  expect(await world.sandbox.deliver(eventOf(ref))).toBe(true)
  expect(await requestsOf(payer)).toHaveLength(1)
})
