import { afterAll, expect, test } from 'vitest'
import { payingWorld } from '#tests/paying.server.ts'
import { noon } from '#tests/world.server.ts'

let now = noon
const world = await payingWorld({ clock: () => now })
afterAll(() => world.close())
const { db, call } = world

const admin = await world.makeAdmin(await world.signUp('admin@example.org'))
const owner = await world.signUp('owner@example.org')
const number = await world.publish(owner)
const [rina, karim] = [await world.signUp('rina@example.org', 'Rina'), await world.signUp('karim@example.org', 'Karim')]
const ofRina = await world.pay(rina, number)
now = new Date(noon.getTime() + 1_000)
const ofKarim = await world.pay(karim, number)
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

test('K11: receipts and refunds stand with their payment, with ids, money and times, the earliest first', async () => {
  const [ofKarimNow, ofRinaNow] = await list()
  const money = { price: 5, currency: 'USD', at: expect.stringMatching(/^2026-\S+Z$/) }
  expect(ofKarimNow).toMatchObject({
    way: 'stripe',
    receipts: [{ ...money, id: expect.stringMatching(/^pi_/) }],
    refunds: [{ ...money, id: expect.stringMatching(/^re_/), state: 'refunded' }],
    received: 5,
    refunded: 5,
  })
  expect(ofRinaNow).toMatchObject({ receipts: [money], refunds: [], received: 5, refunded: 0 })
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
  const later = { amount: 500, currency: 'usd', providerRef: ofRina, kind: 'disputed' as const }
  const found = (provider: string) => db.insertInto('paymentFindings').values({ ...later, provider })
  // The same reference at another provider is another payment; of two findings the later one is told.
  await found('another').execute()
  expect(await list('?search=rina')).toMatchObject([{ finding: 'refunded in part' }])
  const { id: latest } = await found('stripe').returning('id').executeTakeFirstOrThrow()
  expect(await list('?search=rina')).toMatchObject([{ finding: 'disputed' }])
  await db.deleteFrom('paymentFindings').where('id', '=', latest).execute()
  const settle = async () => (await call('PATCH', `/api/payment-findings/${finding._id}`, admin)).body
  expect([await settle(), await settle()]).toEqual([{ modifiedCount: 1 }, { modifiedCount: 0 }])
  expect((await list('?search=rina'))[0]).not.toHaveProperty('finding')
  await db.deleteFrom('payments').where('userId', '=', nina.id).execute()
})

test('K7: a name that most of the people have finds their payments page by page, and nobody else’s', async () => {
  const often = []
  for (let n = 0; n < 9; n++) often.push(await world.signUp(`sadia-${n}@common.example`, 'Sadia'))
  const payment = {
    provider: 'stripe',
    biodataId: owner.id,
    amount: 500,
    currency: 'usd',
    status: 'succeeded' as const,
  }
  await db
    .insertInto('payments')
    .values(often.slice(0, 3).map(({ id }) => ({ ...payment, userId: id })))
    .execute()
  const first = await call('GET', '/api/all-payments?limit=2&search=sadia', admin)
  const next = /<([^>]*)>/.exec(String(first.headers.link))![1]!
  const rest = await call('GET', next, admin)
  const found = [...first.body, ...rest.body].map(({ email }: { email: string }) => email).toSorted()
  expect(found).toEqual(often.slice(0, 3).map(({ email }) => email))
  await db
    .deleteFrom('payments')
    .where(
      'userId',
      'in',
      often.map(({ id }) => id),
    )
    .execute()
})

test('K7 M4 R1: payments are a file for spreadsheets, and that it was taken is recorded, for the people in it too', async () => {
  await world.publish(karim, { gander: 'Male' })
  const { text } = await call('GET', '/api/all-payments.csv', admin)
  expect(text.split('\r\n')[0]).toBe(
    '\uFEFF"Date","Name","Email","BioDataId","Amount","Currency","Way","Status","Because","TransactionId","Receipts","Received","Refunds","Refunded"',
  )
  expect(text).toContain(`"Karim","${karim.email}","${number}","5","USD"`)
  const line = text.split('\r\n').find((one) => one.includes('Karim'))!
  expect(line).toMatch(/"pi_\w+ 5 USD 2026-\S+Z","5","re_\w+ 5 USD refunded 2026-\S+Z","5"$/)
  expect(await db.selectFrom('auditLog').select('action').orderBy('id', 'desc').limit(1).executeTakeFirst()).toEqual({
    action: 'exported payments',
  })
  expect(await db.selectFrom('contactViews').select(['ownerId', 'byRight', 'inFile', 'reason']).execute()).toEqual([
    { ownerId: karim.id, byRight: 'administrator', inFile: true, reason: 'payments' },
  ])
})

test('K7: of what needs a look that stands first which waits longest, and behind it what was dealt with, the latest first, page after page', async () => {
  await db.deleteFrom('paymentFindings').execute()
  const found = await db
    .insertInto('paymentFindings')
    .values(
      [0, 1, 2, 3, 4].map((n) => ({
        ...{ provider: 'stripe', providerRef: `pi_${n}`, kind: 'unknown' as const, amount: 500, currency: 'usd' },
      })),
    )
    .returning('id')
    .execute()
  for (const n of [1, 3]) await call('PATCH', `/api/payment-findings/${found[n]!.id}`, admin)
  const listed: string[] = []
  for (let url = '/api/payment-findings?limit=2'; url; ) {
    const { body, headers } = await call('GET', url, admin)
    listed.push(...body.map(({ transactionId }: { transactionId: string }) => transactionId))
    url = /<([^>]*)>/.exec(String(headers.link ?? ''))?.[1] ?? ''
  }
  expect(listed).toEqual(['pi_0', 'pi_2', 'pi_4', 'pi_3', 'pi_1'])
  await db.deleteFrom('paymentFindings').execute()
})

test('K7: what was paid in a month and a currency is summed up by the calendar of the site, and what was refunded of it', async () => {
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
  await db.deleteFrom('refunds').execute()
  await db.deleteFrom('paymentReceipts').execute()
  await db.deleteFrom('payments').where('currency', '=', 'usd').execute()
  expect((await call('GET', '/api/payment-sums', admin)).body).toEqual([
    { month: '2026-11', currency: 'BDT', paid: { number: 1, sum: 500 }, wentBack: { number: 0, sum: 0 } },
    { month: '2026-10', currency: 'BDT', paid: { number: 2, sum: 300 }, wentBack: { number: 1, sum: 100 } },
  ])
})

test('K11: the file of a month has the payments begun in it by the calendar of Bangladesh, and the columns of receipts and refunds', async () => {
  const paid = { provider: 'stripe', amount: 500, currency: 'usd', status: 'succeeded' as const }
  // Half past eleven on the last evening of March, and half an hour later.
  await db
    .insertInto('payments')
    .values([
      { ...paid, providerRef: 'pi_march', userId: rina.id, createdAt: new Date('2025-03-31T17:30:00Z') },
      { ...paid, providerRef: 'pi_april', userId: karim.id, createdAt: new Date('2025-03-31T18:00:00Z') },
    ])
    .execute()
  await call('POST', '/api/me/confirmation', admin, { password: 'a good password' })
  const file = async (month: string) => (await call('GET', `/api/all-payments.csv?month=${month}`, admin)).text
  expect(await file('2025-03')).toMatch(/^[^\n]*"Received"[^\n]*\n[^\n]*pi_march[^\n]*\s*$/)
  expect(await file('2025-04')).toMatch(/^[^\n]*\n[^\n]*pi_april[^\n]*\s*$/)
  expect(await names('?month=2025-03')).toEqual(['Rina'])
  expect((await call('GET', '/api/all-payments?month=2026-13', admin)).status).toBe(422)
})
