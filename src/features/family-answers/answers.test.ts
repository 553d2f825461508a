import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { payingWorld } from '#tests/paying.server.ts'
import { type Person, testConfig } from '#tests/world.server.ts'
import { workOnAnswers } from './answers.server.ts'

let shiftMs = 0
const clock = () => new Date(Date.UTC(2026, 10, 25, 6) + shiftMs)
const world = await payingWorld({ clock })
afterAll(() => world.close())
const { db, call } = world
const hourMs = 3_600_000

const admin = await world.makeAdmin(await world.signUp('admin@example.org', 'Shirin Akhter'))
beforeEach(() => {
  shiftMs = 0
})

let round = 0
/** Somebody who is asked first, and somebody with a biodata of their own. */
async function pair() {
  const owner = await world.signUp(`owner-${++round}@example.org`, 'Farzana Karim')
  const number = await world.publish(owner, { name: 'Farzana Karim', phoneNumber: '01712345678' })
  await choose(owner, 'ask')
  const asker = await world.signUp(`asker-${round}@example.org`, 'Rahim Chowdhury')
  await world.publish(asker, { name: 'Rahim Chowdhury', gander: 'Male', phoneNumber: '01811223344' })
  return { owner, asker, number }
}
const choose = (owner: Person, contactFor: string) => call('PATCH', '/api/me/contact', owner, { contactFor })
const approve = (id: string) => call('PATCH', `/api/contact-request-approver/${id}`, admin)
async function paid() {
  const { owner, asker, number } = await pair()
  const { body } = await world.record(asker, await world.pay(asker, number), number)
  return { owner, asker, number, id: body.insertedId as string }
}
async function forwarded() {
  const made = await paid()
  expect((await approve(made.id)).body).toEqual({ modifiedCount: 1 })
  return made
}
const answer = (by: Person, id: string, said: string) => call('PATCH', `/api/me/asked/${id}`, by, { answer: said })
const takeBack = (by: Person, id: string) => call('PATCH', `/api/me/asked/${id}/taken-back`, by)
const readAsked = (by: Person, id: string) => call('GET', `/api/me/asked/${id}`, by)
const own = async (by: Person) => (await call('GET', '/api/payments', by)).body[0]
const profile = async (of: Person, by: Person) => (await call('GET', `/api/bioData/${of.id}`, by)).body
const told = async (by: Person) =>
  (await call('GET', '/api/me/notifications', by)).body.map(({ kind, answer, what }: Record<string, string>) =>
    [kind, answer ?? what].filter(Boolean).join(' '),
  )
const rowOf = (id: string) =>
  db.selectFrom('contactRequests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
async function moneyOf(id: string) {
  const { status, refundBecause } = await db
    .selectFrom('payments')
    .innerJoin('contactRequests as request', 'request.paymentId', 'payments.id')
    .select(['payments.status', 'payments.refundBecause'])
    .where('request.id', '=', id)
    .executeTakeFirstOrThrow()
  return status === 'succeeded' ? 'kept' : `back: ${refundBecause}`
}
const linesOf = (owner: Person, viewer: Person) =>
  db
    .selectFrom('contactViews')
    .select('byRight')
    .where('ownerId', '=', owner.id)
    .where('viewerId', '=', viewer.id)
    .execute()

test('O1 O2: forwards an approved request to a family that wants to be asked, and shows nothing before its yes', async () => {
  const { owner, asker, id } = await forwarded()
  expect(await own(asker)).toMatchObject({ status: 'pending', answerBy: '2026-11-28T06:00:00.000Z' })
  expect(await own(asker)).not.toHaveProperty('contactPhone')
  expect(await profile(owner, asker)).toMatchObject({ contact: 'pending' })
  expect((await profile(owner, asker)).phoneNumber).toBeUndefined()
  expect(await linesOf(owner, asker)).toEqual([])
  const { body } = await readAsked(owner, id)
  expect(body).toMatchObject({ state: 'waiting', asker: { name: 'Rahim Chowdhury' }, theirs: null, fee: { price: 5 } })
  expect((await call('GET', '/api/me/asked/waiting', owner)).body).toEqual({ count: 1 })
  shiftMs = 11_000
  expect(await told(owner)).toEqual(['asked asked'])
  expect(await told(asker)).toEqual(['request-answered forwarded'])
})

test('O3: shows both contacts to both sides at the yes, with a line in the ledger of each', async () => {
  const { owner, asker, id } = await forwarded()
  expect((await answer(owner, id, 'yes')).body).toEqual({ modifiedCount: 1 })
  expect(await own(asker)).toMatchObject({
    status: 'approve',
    contactPhone: '+8801712345678',
    contactEmail: owner.email,
  })
  expect(await linesOf(owner, asker)).toEqual([{ byRight: 'request' }])
  expect((await readAsked(owner, id)).body).toMatchObject({
    state: 'yes',
    theirs: { phone: '+8801811223344', email: asker.email },
    mine: { phone: '+8801712345678' },
  })
  expect(await linesOf(asker, owner)).toEqual([{ byRight: 'answer' }])
  expect((await call('GET', '/api/me/contact-views', asker)).body).toMatchObject([
    { byRight: 'answer', name: 'Farzana Karim' },
  ])
  expect(await moneyOf(id)).toBe('kept')
  expect((await answer(owner, id, 'yes')).body).toEqual({ modifiedCount: 0 })
  expect(await answer(owner, id, 'not now')).toMatchObject({ status: 409, body: { code: 'answered-already' } })
})

test('O4: refunds the fee at "not now" without a reason, and lets the asker ask again after 90 days', async () => {
  const { owner, asker, number, id } = await forwarded()
  expect((await answer(owner, id, 'not now')).body).toEqual({ modifiedCount: 1 })
  expect(await own(asker)).toMatchObject({ status: 'declined', refund: {} })
  expect(await moneyOf(id)).toBe('back: declined')
  expect(await told(asker)).toContain('request-answered not now')
  expect((await rowOf(id)).endedBecause).toBeNull()
  const begin = () => call('POST', '/api/create-payment-intent', asker, { price: 5, bioDataId: number })
  expect(await begin()).toMatchObject({ status: 409, body: { code: 'asked-lately' } })
  shiftMs = 91 * 24 * hourMs
  expect((await begin()).status).toBe(200)
})

test('O4: refunds what was paid meanwhile for a family that has answered lately', async () => {
  const { owner, asker, number } = await pair()
  const other = await world.pay(asker, number)
  const { body } = await world.record(asker, other, number)
  await approve(body.insertedId)
  const second = await db
    .insertInto('payments')
    .values({
      provider: 'stripe',
      userId: asker.id,
      biodataId: owner.id,
      amount: 500,
      currency: 'usd',
      status: 'created',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await answer(owner, body.insertedId, 'not now')
  const payment = { ...second, userId: asker.id, biodataId: owner.id } as never
  const bought = await db.transaction().execute((trx) => world.till.goods.deliver(trx, payment, clock()))
  expect(bought).toEqual({ outcome: 'none', because: 'declined' })
})

test('O2 O4: reminds the family a day before the end, and ends what nobody has answered after 72 hours', async () => {
  const { owner, asker, id } = await forwarded()
  shiftMs = 47 * hourMs
  expect(await workOnAnswers(db, clock())).toBe(0)
  expect(await told(owner)).toEqual(['asked asked'])
  shiftMs = 49 * hourMs
  await Promise.all([workOnAnswers(db, clock()), workOnAnswers(db, clock())])
  expect(await told(owner)).toEqual(['asked reminder', 'asked asked'])
  shiftMs = 72 * hourMs
  expect(await answer(owner, id, 'yes')).toMatchObject({ status: 409 })
  const waiting = await db.selectFrom('contactRequests').select('id').where('status', '=', 'forwarded').execute()
  const ended = await Promise.all([workOnAnswers(db, clock()), workOnAnswers(db, clock())])
  expect(ended.reduce((sum, n) => sum + n)).toBe(waiting.length)
  expect(await own(asker)).toMatchObject({ status: 'declined', isOver: true })
  expect(await moneyOf(id)).toBe('back: declined')
  expect((await readAsked(owner, id)).body).toMatchObject({ state: 'over' })
})

test('O5: takes a yes back until the contact was seen, with the refund, and not afterwards', async () => {
  const { owner, asker, id } = await forwarded()
  await answer(owner, id, 'yes')
  expect((await readAsked(owner, id)).body.theirs).not.toBeNull()
  expect((await takeBack(owner, id)).body).toEqual({ modifiedCount: 1 })
  expect(await own(asker)).toMatchObject({ status: 'withdrawn' })
  expect(await own(asker)).not.toHaveProperty('contactPhone')
  expect((await readAsked(owner, id)).body).toMatchObject({ state: 'taken back', theirs: null })
  expect(await moneyOf(id)).toBe('back: declined')

  const seen = await forwarded()
  await answer(seen.owner, seen.id, 'yes')
  await own(seen.asker)
  expect(await takeBack(seen.owner, seen.id)).toMatchObject({ status: 409, body: { code: 'seen' } })
  expect(await moneyOf(seen.id)).toBe('kept')
})

test.each([
  ['pauses', (owner: Person) => call('PATCH', '/api/me/presence', owner, { presence: 'paused' })],
  ['is married', (owner: Person) => call('PATCH', '/api/me/presence', owner, { presence: 'married' })],
  ['shows the contact to nobody', (owner: Person) => choose(owner, 'nobody')],
  ['blocks', (owner: Person, asker: Person) => call('POST', '/api/blocks', owner, { _id: asker.id })],
])(
  'O4: refunds a request that waits for the family, and a yes that nobody has seen, when the owner %s',
  async (_, act) => {
    for (const said of [undefined, 'yes', 'seen']) {
      const { owner, asker, id } = await forwarded()
      if (said) await answer(owner, id, 'yes')
      if (said === 'seen') await own(asker)
      expect((await act(owner, asker)).status).toBe(200)
      expect([said, (await rowOf(id)).status, await moneyOf(id)]).toEqual(
        said === 'seen' ? [said, 'approve', 'kept'] : [said, 'withdrawn', 'back: hidden'],
      )
      expect(await own(asker)).not.toHaveProperty('contactPhone')
      if (said !== 'seen') expect(await told(asker)).toContain('fee-returned')
    }
  },
)

test('O4 O6: ends what waits for an owner who leaves, refunds it and tells the asker', async () => {
  const leave = (by: Person) => call('POST', '/api/me/deletion', by, { confirmation: 'a good password' })
  const [waiting, asked, said, seen] = [await paid(), await forwarded(), await forwarded(), await forwarded()]
  for (const { owner, id } of [said, seen]) await answer(owner, id, 'yes')
  await own(seen.asker)
  for (const { owner, asker, id } of [waiting, asked, said]) {
    expect((await leave(owner)).status).toBe(200)
    expect([(await rowOf(id)).status, await moneyOf(id)]).toEqual(['withdrawn', 'back: biodata left'])
    expect(await own(asker)).toMatchObject({ status: 'withdrawn', refund: {} })
    expect((await told(asker)).filter((line: string) => line === 'fee-returned')).toHaveLength(1)
  }
  await leave(seen.owner)
  expect([(await rowOf(seen.id)).status, await moneyOf(seen.id)]).toEqual(['approve', 'kept'])
  expect(await told(seen.asker)).not.toContain('fee-returned')
})

test('O6: the asker takes back what nobody has answered; the family hears of it only if it was asked', async () => {
  const waiting = await paid()
  const withdraw = (by: Person, id: string) => call('PATCH', `/api/me/contact-requests/${id}/withdrawal`, by)
  expect((await withdraw(waiting.owner, waiting.id)).status).toBe(404)
  expect((await withdraw(waiting.asker, waiting.id)).body).toEqual({ modifiedCount: 1 })
  expect(await moneyOf(waiting.id)).toBe('back: asker withdrew')
  expect(await told(waiting.owner)).toEqual([])
  const asked = await forwarded()
  expect((await withdraw(asked.asker, asked.id)).body).toEqual({ modifiedCount: 1 })
  shiftMs = 11_000
  expect(await told(asked.owner)).toContain('asked ended')
  expect(await answer(asked.owner, asked.id, 'yes')).toMatchObject({ status: 409 })
  const said = await forwarded()
  await answer(said.owner, said.id, 'yes')
  expect(await withdraw(said.asker, said.id)).toMatchObject({ status: 409, body: { code: 'answered-already' } })
})

test('O1: the choice at the moment of the approval decides, and no later choice opens anything', async () => {
  const { owner, asker, id } = await paid()
  await choose(owner, 'checked')
  await choose(owner, 'ask')
  await approve(id)
  await choose(owner, 'checked')
  expect(await own(asker)).toMatchObject({ status: 'pending' })
  expect(await own(asker)).not.toHaveProperty('contactPhone')
  expect((await profile(owner, asker)).phoneNumber).toBeUndefined()

  const open = await paid()
  await choose(open.owner, 'checked')
  await approve(open.id)
  await choose(open.owner, 'ask')
  expect(await own(open.asker)).toMatchObject({ status: 'approve', contactPhone: '+8801712345678' })
})

test('O1: a premium member asks a family without a fee, within the contacts of a day, and is shown nothing before the yes', async () => {
  const { owner, asker, number } = await pair()
  await world.makePremium(asker)
  const ask = (of = number) => call('POST', '/api/me/contact-requests', asker, { bioDataId: of })
  expect(await profile(owner, asker)).toMatchObject({ contact: 'withheld' })
  expect(await call('POST', '/api/create-payment-intent', asker, { price: 5, bioDataId: number })).toMatchObject({
    status: 409,
    body: { code: 'free' },
  })
  const { body } = await ask()
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'already-asked' } })
  expect(await own(asker)).toMatchObject({ status: 'pending', price: 0, transactionId: '' })
  await approve(body.insertedId)
  expect((await profile(owner, asker)).phoneNumber).toBeUndefined()
  await answer(owner, body.insertedId, 'yes')
  expect((await profile(owner, asker)).phoneNumber).toBe('+8801712345678')
  expect(await linesOf(owner, asker)).toEqual([{ byRight: 'request' }])

  const plain = await pair()
  expect(await call('POST', '/api/me/contact-requests', plain.asker, { bioDataId: plain.number })).toMatchObject({
    status: 409,
    body: { code: 'premium-needed' },
  })
  await choose(plain.owner, 'checked')
  expect(await ask(plain.number)).toMatchObject({ status: 409, body: { code: 'not-asked' } })
})

test('O1: what was asked without a fee waits for a yes, also once the owner no longer wants to be asked', async () => {
  const { owner, asker, number } = await pair()
  await world.makePremium(asker)
  const { body } = await call('POST', '/api/me/contact-requests', asker, { bioDataId: number, email: 'me' })
  await choose(owner, 'checked')
  await approve(body.insertedId)
  expect(await rowOf(body.insertedId)).toMatchObject({ status: 'forwarded' })
})

test('O2: the family and the administrator read the introduction, which names no contact', async () => {
  const { owner, asker, number } = await pair()
  const write = (words?: string) => call('PATCH', '/api/me/introductions', asker, { bioDataId: number, words })
  expect(await write('Call me: 01712 345678')).toMatchObject({ status: 422 })
  expect(await write('a'.repeat(501))).toMatchObject({ status: 422 })
  await write('My mother would like to speak with yours.')
  expect((await call('GET', `/api/me/introductions/${number}`, asker)).body.words).toContain('My mother')
  const { body } = await world.record(asker, await world.pay(asker, number), number)
  const { introduction } = (await call('GET', `/api/contact-requests/${body.insertedId}`, admin)).body
  expect(introduction).toBe('My mother would like to speak with yours.')
  expect((await call('GET', `/api/me/introductions/${number}`, asker)).body.words).toBeNull()
  await approve(body.insertedId)
  expect((await readAsked(owner, body.insertedId)).body.introduction).toBe(introduction)
})

test('O2: who asks a family has a published biodata', async () => {
  const { number } = await pair()
  const unknown = await world.signUp(`unknown-${round}@example.org`)
  const begin = await call('POST', '/api/create-payment-intent', unknown, { price: 5, bioDataId: number })
  expect(begin).toMatchObject({ status: 409, body: { code: 'biodata-needed' } })
})

test('O6: undoes an approval that was forwarded, unless the family has answered', async () => {
  const { owner, asker, id } = await forwarded()
  const undo = () => call('DELETE', `/api/contact-request-approver/${id}`, admin)
  expect((await undo()).body).toEqual({ modifiedCount: 1, seen: false })
  expect(await rowOf(id)).toMatchObject({ status: 'pending', forwardedAt: null, answerBy: null })
  shiftMs = 11_000
  expect([await told(owner), await told(asker)]).toEqual([[], []])
  await approve(id)
  await answer(owner, id, 'yes')
  expect((await undo()).status).toBe(409)
})

test('O6: an administrator takes back an approval that waits for the family, which is told', async () => {
  const { owner, id } = await forwarded()
  const reason = 'This account is reported.'
  expect((await call('PATCH', `/api/contact-requests/${id}/withdrawal`, admin, { reason })).body).toEqual({
    modifiedCount: 1,
  })
  expect(await moneyOf(id)).toBe('back: taken back')
  shiftMs = 11_000
  expect(await told(owner)).toContain('asked ended')
})

test('O6: a family that was asked, and not told yet, is never told once the asker has taken it back', async () => {
  const live = await payingWorld()
  onTestFinished(() => live.close())
  const [owner, asker] = [await live.somebody('owner'), await live.somebody('asker')]
  const number = await live.publish(owner)
  await live.publish(asker, { gander: 'Male' })
  await live.call('PATCH', '/api/me/contact', owner, { contactFor: 'ask' })
  const { body } = await live.record(asker, await live.pay(asker, number), number)
  const by = await live.makeAdmin(await live.somebody('admin'))
  await live.call('PATCH', `/api/contact-request-approver/${body.insertedId}`, by)
  const untold = () => live.db.selectFrom('notifications').select('cause').where('userId', '=', owner.id).execute()
  expect(await untold()).toMatchObject([{ cause: `${body.insertedId} forwarded` }])
  await live.call('PATCH', `/api/me/contact-requests/${body.insertedId}/withdrawal`, asker)
  expect(await untold()).not.toContainEqual({ cause: `${body.insertedId} forwarded` })
})

test('O4: an asker who is suspended or leaves gets back the fee of what nobody has seen', async () => {
  const suspended = await forwarded()
  await call('PATCH', `/api/users/suspension/${suspended.asker.id}`, admin, { reason: 'Reported.' })
  expect([(await rowOf(suspended.id)).status, await moneyOf(suspended.id)]).toEqual(['withdrawn', 'back: suspended'])
  const gone = await forwarded()
  await answer(gone.owner, gone.id, 'yes')
  const { paymentId } = await rowOf(gone.id)
  await db.deleteFrom('users').where('id', '=', gone.asker.id).execute()
  const payment = await db
    .selectFrom('payments')
    .select(['status', 'refundBecause'])
    .where('id', '=', paymentId!)
    .executeTakeFirstOrThrow()
  expect(payment).toEqual({ status: 'refund_due', refundBecause: 'payer left' })
})

test('O1: the operator’s default is the choice of a new biodata, until its owner chooses', async () => {
  const asking = await payingWorld({ config: testConfig({ contactDefault: 'ask' }) })
  onTestFinished(() => asking.close())
  const person = await asking.somebody()
  await asking.publish(person)
  const chosen = async () => (await asking.call('GET', '/api/me/presence', person)).body.contactFor
  expect(await chosen()).toBe('ask')
  await asking.call('PATCH', '/api/me/contact', person, { contactFor: 'checked' })
  await asking.publish(person)
  expect(await chosen()).toBe('checked')
})
