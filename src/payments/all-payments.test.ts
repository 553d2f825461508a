import { afterAll, expect, test } from 'vitest'
import { payingWorld } from '#test/paying.server.ts'

const now = new Date('2026-11-20T12:00:00+06:00')
const world = await payingWorld({ clock: () => now })
afterAll(() => world.close())
const { db, call } = world

const admin = await world.makeAdmin(await world.signUp('admin@example.org'))
const owner = await world.signUp('owner@example.org')
const number = await world.publish(owner)
const [rina, karim] = [await world.signUp('rina@example.org', 'Rina'), await world.signUp('karim@example.org', 'Karim')]
const [ofRina, ofKarim] = [await world.pay(rina, number), await world.pay(karim, number)]
await world.record(rina, ofRina, number)
const { body } = await world.record(karim, ofKarim, number)
await call('PATCH', `/api/contact-requests/${body.insertedId}/refusal`, admin, { reason: 'Not complete.' })
await db
  .insertInto('paymentFindings')
  .values({ provider: 'stripe', providerRef: ofRina, kind: 'refunded in part', amount: 500, currency: 'usd' })
  .execute()
const list = async (query = '') => (await call('GET', `/api/all-payments${query}`, admin)).body
const names = async (query: string) => (await list(query)).map(({ name }: { name: string }) => name)

test('K7: an administrator sees every payment with its state, why it goes back, and what needs a look', async () => {
  await expect.poll(async () => (await list())[0].status).toBe('refunded')
  expect(await list()).toMatchObject([
    { name: 'Karim', email: karim.email, price: 5, currency: 'USD', because: 'refused', transactionId: ofKarim },
    { name: 'Rina', bioDataId: number, status: 'succeeded', finding: 'refunded in part' },
  ])
  expect((await list())[0]).not.toHaveProperty('finding')
})

test('K7: payments are found by name, email, number of the biodata, transaction and state', async () => {
  expect(await names('?search=rina')).toEqual(['Rina'])
  expect(await names('?search=karim@example.org')).toEqual(['Karim'])
  expect(await names(`?search=nik-${number}`)).toEqual(['Karim', 'Rina'])
  expect(await names(`?search=${ofRina}`)).toEqual(['Rina'])
  expect(await names('?status=succeeded')).toEqual(['Rina'])
  expect(await names('?search=nobody')).toEqual([])
  expect((await call('GET', '/api/all-payments?status=nonsense', admin)).status).toBe(422)
  const first = await call('GET', '/api/all-payments?limit=1&sort=date', admin)
  expect(first.body).toMatchObject([{ name: 'Rina' }])
  const next = /<([^>]*)>/.exec(String(first.headers.link))![1]!
  expect((await call('GET', next, admin)).body).toMatchObject([{ name: 'Karim' }])
})

test('K7: a number finds the payments for its biodata alone, what was cancelled is none, and what was dealt with needs no look', async () => {
  const nina = await world.signUp('nina@example.org', 'Nina')
  const another = await world.signUp('another@example.org')
  const ofAnother = await world.publish(another)
  const payment = { provider: 'stripe', userId: nina.id, amount: 500, currency: 'usd' }
  const { id } = await db
    .insertInto('payments')
    .values({ ...payment, biodataId: another.id, status: 'succeeded' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('payments')
    .values({ ...payment, biodataId: owner.id, status: 'canceled' })
    .execute()
  expect(await names(`?search=nik-${ofAnother}`)).toEqual(['Nina'])
  expect(await names(`?search=nik-${number}`)).toEqual(['Karim', 'Rina'])
  expect(await list('?search=nina')).toMatchObject([{ _id: id, status: 'succeeded' }])
  const [finding] = (await call('GET', '/api/payment-findings', admin)).body
  expect((await call('PATCH', `/api/payment-findings/${finding._id}`, admin)).body).toEqual({ modifiedCount: 1 })
  expect((await list('?search=rina'))[0]).not.toHaveProperty('finding')
  await db.deleteFrom('payments').where('userId', '=', nina.id).execute()
})

test('K7 M4: payments are a file for spreadsheets, and that it was taken is recorded', async () => {
  const { text } = await call('GET', '/api/all-payments.csv', admin)
  expect(text.split('\r\n')[0]).toBe(
    '\uFEFF"Date","Name","Email","BioDataId","Amount","Currency","Status","Because","TransactionId"',
  )
  expect(text).toContain(`"Karim","${karim.email}","${number}","5","USD"`)
  expect(await db.selectFrom('auditLog').select('action').orderBy('id', 'desc').limit(1).executeTakeFirst()).toEqual({
    action: 'exported payments',
  })
})

test('K7: what was paid in a month and a currency is summed up by the calendar of the site, and what went back of it', async () => {
  const copy = (at: string, currency: string, amount: number, status: 'succeeded' | 'refunded' | 'canceled') =>
    db
      .insertInto('payments')
      .values({ provider: 'stripe', userId: rina.id, amount, currency, status, createdAt: new Date(at) })
  await copy('2026-10-31T19:00:00Z', 'bdt', 50_000, 'succeeded').execute()
  await copy('2026-10-31T17:00:00Z', 'bdt', 20_000, 'succeeded').execute()
  await copy('2026-10-02T17:00:00Z', 'bdt', 10_000, 'refunded').execute()
  await copy('2026-10-02T17:00:00Z', 'bdt', 10_000, 'canceled').execute()
  await copy('2025-11-30T17:00:00Z', 'bdt', 10_000, 'succeeded').execute()
  await db.deleteFrom('contactRequests').execute()
  await db.deleteFrom('payments').where('currency', '=', 'usd').execute()
  expect((await call('GET', '/api/payment-sums', admin)).body).toEqual([
    { month: '2026-11', currency: 'BDT', paid: { number: 1, sum: 500 }, wentBack: { number: 0, sum: 0 } },
    { month: '2026-10', currency: 'BDT', paid: { number: 2, sum: 300 }, wentBack: { number: 1, sum: 100 } },
  ])
})
