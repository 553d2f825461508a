import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#src/app/server/app.server.ts'
import { consentVersion } from '#src/features/consents/policy.ts'
import { deleteUser } from '#src/features/users/queries.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { type Person, testConfig } from '#tests/world.server.ts'

const dayMs = 86_400_000
let shiftMs = 0
// The first look is at the moment of the database.
const clock = () => new Date(Date.now() + shiftMs)
const world = await payingWorld({ clock })
const asksNobody = await buildApp({
  ...{ config: testConfig({ confirmEveryDays: undefined }), db: world.db, clock, logLevel: 'silent' },
  ...{ cachesResponses: false, places: Number.POSITIVE_INFINITY },
})
afterAll(async () => {
  await asksNobody.close()
  await world.close()
})
const { db, call } = world
const admin = await world.makeAdmin(await world.signUp('admin@example.org', 'Shirin Akhter'))
let owner: Person
let number: number
let asker: Person
beforeEach(async () => {
  shiftMs = 0
  owner = await world.somebody('owner')
  await db.updateTable('users').set({ emailVerified: true }).where('id', '=', owner.id).execute()
  number = await world.publish(owner, { phoneNumber: '01712345678' })
  asker = await world.somebody('asker')
  await world.publish(asker, { gander: 'Male' })
})

const approve = (id: string) => call('PATCH', `/api/contact-request-approver/${id}`, admin)
const own = async (by = asker) => (await call('GET', '/api/payments', by)).body[0]
async function paidBy(by = asker) {
  const { body } = await world.record(by, await world.pay(by, number), number)
  await approve(body.insertedId)
  return body.insertedId as string
}
/** A request whose contact was seen. */
async function seen(by = asker) {
  const id = await paidBy(by)
  await own(by)
  return id
}
const report = (id: string, by = asker, note?: string) =>
  call('POST', `/api/me/contact-requests/${id}/unanswered`, by, note === undefined ? {} : { note })
const decide = (id: string, outcome: string, by = admin) =>
  call('PATCH', `/api/unanswered-reports/${id}`, by, { outcome })
const list = async (state = 'open', by = admin) =>
  (await call('GET', `/api/unanswered-reports?state=${state}&limit=100`, by)).body
const listed = async (id: string, state = 'open', by = admin) =>
  (await list(state, by)).find((row: { _id: string }) => row._id === id)
const told = async (by: Person) => (await call('GET', '/api/me/notifications', by)).body
const mailsOf = async ({ email }: Person) =>
  (await db.selectFrom('outbox').select('content').where('recipient', '=', email).execute()).map(
    ({ content }) => content,
  )
async function moneyOf(id: string) {
  const { status, refundBecause } = await db
    .selectFrom('payments')
    .innerJoin('contactRequests as request', 'request.paymentId', 'payments.id')
    .select(['payments.status', 'payments.refundBecause'])
    .where('request.id', '=', id)
    .executeTakeFirstOrThrow()
  return status === 'succeeded' ? 'kept' : `back: ${refundBecause}`
}
const reportOf = (id: string) =>
  db.selectFrom('unansweredReports').selectAll().where('requestId', '=', id).executeTakeFirst()
const attestPhone = () =>
  db
    .insertInto('attestations')
    .values({ subjectId: owner.id, kind: 'phone', how: 'call', at: '2026-11-01', seenBy: admin.id })
    .execute()
const livePhone = () =>
  db.selectFrom('attestations').select('id').where('subjectId', '=', owner.id).where('endedAt', 'is', null).execute()

test('T3: offers the report from the first look on for 14 days, and refuses it afterwards', async () => {
  const id = await paidBy()
  expect(await report(id)).toMatchObject({ status: 409, body: { code: 'not-open' } })
  expect(await own()).toMatchObject({ contactPhone: '+8801712345678', unanswered: 'may' })
  shiftMs = 14 * dayMs - 60_000
  expect(await own()).toMatchObject({ unanswered: 'may' })
  shiftMs = 14 * dayMs + 60_000
  expect(await own()).not.toHaveProperty('unanswered')
  expect(await report(id)).toMatchObject({
    status: 409,
    body: { code: 'too-late', detail: 'This can be said within 14 days of the first look.' },
  })
  expect(await reportOf(id)).toBeUndefined()
})

test('T3: refuses a report of a request that has ended, and one by anybody but its asker', async () => {
  const id = await seen()
  expect(await report(id, owner)).toMatchObject({ status: 404 })
  await call('PATCH', `/api/contact-requests/${id}/withdrawal`, admin, { reason: 'A mistake.' })
  expect(await report(id)).toMatchObject({ status: 409, body: { code: 'not-open' } })
  expect(await reportOf(id)).toBeUndefined()
})

test('T3: takes one report per request, however often it is sent, and tells administrators once', async () => {
  const id = await seen()
  await db.deleteFrom('outbox').execute()
  expect((await report(id, asker, 'Called on three days.')).body).toEqual({ modifiedCount: 1 })
  expect((await report(id)).body).toEqual({ modifiedCount: 0 })
  expect(await own()).toMatchObject({ unanswered: 'open', contactPhone: '+8801712345678' })
  expect(await mailsOf(admin)).toMatchObject([{ kind: 'new-request', request: 'unanswered', number }])
  expect(await report(id, asker, 'x'.repeat(501))).toMatchObject({ status: 422 })
})

test('T3: an administrator reads who reports, for whom, since when, what was attested and how often', async () => {
  await attestPhone()
  const id = await seen()
  await report(id, asker, 'Called on three days.')
  const before = (await call('GET', '/api/waiting', admin)).body.unanswered
  expect(await listed(id)).toMatchObject({
    reporter: { name: asker.email.split('@')[0], made: 1, found: 0 },
    owner: { id: owner.id, number },
    ...{ isGuardians: false, note: 'Called on three days.', attestedOn: '2026-11-01', hasFee: true, outcome: null },
  })
  expect(JSON.stringify(await listed(id))).not.toContain('1712345678')
  expect(JSON.stringify(await listed(id))).not.toContain(asker.email)
  await decide(id, 'unanswered')
  expect((await call('GET', '/api/waiting', admin)).body.unanswered).toBe(before - 1)
  expect(await listed(id)).toBeUndefined()
  expect(await listed(id, 'decided')).toMatchObject({
    outcome: 'unanswered',
    decidedBy: 'Shirin Akhter',
    reporter: { found: 1 },
  })
})

test('T3 R1: shows the number to an administrator on a press, with a line in the ledger, and says when it has changed', async () => {
  const id = await seen()
  await report(id)
  const press = () => call('POST', `/api/unanswered-reports/${id}/number`, admin, {})
  const lines = async () => (await call('GET', '/api/me/contact-views', owner)).body
  expect((await lines()).map(({ byRight }: { byRight: string }) => byRight)).toEqual(['request'])
  expect((await press()).body).toEqual({ phone: '+8801712345678', isChanged: false })
  expect((await lines()).map(({ byRight }: { byRight: string }) => byRight)).toEqual(['administrator', 'request'])
  await world.publish(owner, { phoneNumber: '01812345678' })
  expect((await press()).body).toEqual({ phone: '+8801712345678', isChanged: true })
  await decide(id, 'answers')
  expect(await press()).toMatchObject({ status: 404 })
  expect(await reportOf(id)).toMatchObject({ phone: null })
})

test('T3: a number that does not answer gives the earned fee back once, closes the contact and asks the owner to confirm', async () => {
  await attestPhone()
  const id = await seen()
  await report(id)
  expect(await moneyOf(id)).toBe('kept')
  expect((await decide(id, 'unanswered')).body).toEqual({ modifiedCount: 1 })
  expect((await decide(id, 'unanswered')).body).toEqual({ modifiedCount: 0 })
  expect(await decide(id, 'answers')).toMatchObject({ status: 409, body: { code: 'decided-already' } })
  await expect.poll(() => moneyOf(id)).toBe('back: unanswered')
  expect(
    await db
      .selectFrom('refunds')
      .innerJoin('contactRequests as request', 'request.paymentId', 'refunds.paymentId')
      .select('amount')
      .where('request.id', '=', id)
      .execute(),
  ).toHaveLength(1)
  expect(await own()).toMatchObject({ status: 'withdrawn', unanswered: 'unanswered', refund: {} })
  expect(await own()).not.toHaveProperty('contactPhone')
  expect((await call('GET', `/api/bioData/${owner.id}`, asker)).body).not.toHaveProperty('phoneNumber')
  expect(await told(asker)).toMatchObject([{ kind: 'request-answered', answer: 'unanswered', bioDataId: number }])

  expect((await call('GET', '/api/session', owner)).body.user).toMatchObject({ question: 'asked' })
  expect((await told(owner)).filter(({ kind }: { kind: string }) => kind === 'still-right')).toMatchObject([
    { isUnanswered: true },
  ])
  expect(await mailsOf(owner)).toContainEqual(
    expect.objectContaining({ kind: 'still-right', state: 'unanswered', link: expect.stringContaining('token=') }),
  )
  expect((await call('POST', '/api/me/still-right', owner, {})).body).toEqual({ modifiedCount: 1 })
  expect(await livePhone()).toEqual([])
  const { body: history } = await call('GET', '/api/admin-actions?limit=1', admin)
  expect(history).toMatchObject([{ action: 'found number unanswered', subjectId: id }])
})

test('T3: a number that answers leaves fee and contact, and tells the asker that the bureau reached it', async () => {
  await attestPhone()
  const id = await seen()
  await report(id)
  expect((await decide(id, 'answers')).body).toEqual({ modifiedCount: 1 })
  expect(await moneyOf(id)).toBe('kept')
  expect(await own()).toMatchObject({ status: 'approve', unanswered: 'answers', contactPhone: '+8801712345678' })
  expect((await told(asker))[0]).toMatchObject({ kind: 'request-answered', answer: 'answers', bioDataId: number })
  expect(await livePhone()).toHaveLength(1)
  expect((await told(owner)).map(({ kind }: { kind: string }) => kind)).toEqual(['contact-seen'])
  expect((await call('GET', '/api/admin-actions?limit=1', admin)).body).toMatchObject([
    { action: 'found number answered' },
  ])
  expect((await report(id)).body).toEqual({ modifiedCount: 0 })
})

test('T3: where the site asks nobody to confirm, the owner is told to check the number, without a question', async () => {
  const id = await seen()
  await report(id)
  const answer = await asksNobody.inject({
    ...{ method: 'PATCH', url: `/api/unanswered-reports/${id}`, headers: { cookie: admin.cookie } },
    payload: { outcome: 'unanswered' },
  })
  expect(answer.json()).toEqual({ modifiedCount: 1 })
  expect(await mailsOf(owner)).toContainEqual({ kind: 'number-unanswered', of: 'own' })
  expect((await told(owner))[0]).toMatchObject({ kind: 'still-right', isUnanswered: true })
  expect(await db.selectFrom('confirmQuestions').selectAll().where('ownerId', '=', owner.id).execute()).toEqual([])
})

test('T3 U2: where a guardian’s number was shown, the guardian is asked to check it too, and the owner’s own stays attested', async () => {
  const guardian = await world.somebody('guardian')
  const rights = { mayAnswer: true, isContact: true, mayConfirm: false, mayEdit: false }
  const invited = await call('POST', '/api/me/guardians', owner, { name: 'Abdul', relation: 'father', ...rights })
  const token = new URL(invited.body.link).searchParams.get('token')
  const agreed = { token, phone: '+8801911000141', isOfAge: true, numberMayBeShown: true, consentVersion }
  await call('POST', '/api/guardian-invitation/acceptance', guardian, agreed)
  await attestPhone()
  const id = await seen()
  expect(await own()).toMatchObject({ contactPhone: '+8801911000141' })
  await report(id)
  expect(await listed(id)).toMatchObject({ isGuardians: true })
  expect((await call('POST', `/api/unanswered-reports/${id}/number`, admin, {})).body).toMatchObject({
    phone: '+8801911000141',
  })
  await world.makeAdmin(guardian)
  expect(await listed(id, 'open', guardian)).toBeUndefined()
  expect(await decide(id, 'unanswered', guardian)).toMatchObject({ status: 404 })
  await decide(id, 'unanswered')
  expect((await told(guardian))[0]).toMatchObject({ kind: 'still-right', isUnanswered: true, ward: number })
  expect(await mailsOf(guardian)).toContainEqual({ kind: 'number-unanswered', of: 'ward' })
  expect((await told(owner))[0]).toMatchObject({ kind: 'still-right', isUnanswered: true })
  expect(await livePhone()).toHaveLength(1)
})

test('T3 O1: a request without a fee ends as one with a fee, and no fee is promised', async () => {
  await call('PATCH', '/api/me/contact', owner, { contactFor: 'ask' })
  await world.makePremium(asker)
  const { body } = await call('POST', '/api/me/contact-requests', asker, { bioDataId: number })
  const id = body.insertedId as string
  await approve(id)
  await call('PATCH', `/api/me/asked/${id}`, owner, { answer: 'yes' })
  expect(await own()).toMatchObject({ unanswered: 'may', price: 0 })
  await report(id)
  expect(await listed(id)).toMatchObject({ hasFee: false })
  expect((await decide(id, 'unanswered')).body).toEqual({ modifiedCount: 1 })
  expect(await own()).toMatchObject({ status: 'withdrawn', unanswered: 'unanswered' })
  expect(await own()).not.toHaveProperty('refund')
  expect(await mailsOf(asker)).toContainEqual({ kind: 'number-checked', outcome: 'unanswered', number, hasFee: false })
})

test('T3: nobody decides about a report of their own or of their own number, nor reports the same person again', async () => {
  const id = await seen()
  await report(id)
  await world.makeAdmin(asker)
  await world.makeAdmin(owner)
  for (const one of [asker, owner]) {
    expect(await listed(id, 'open', one)).toBeUndefined()
    expect(await decide(id, 'unanswered', one)).toMatchObject({ status: 404 })
    expect(await call('POST', `/api/unanswered-reports/${id}/number`, one, {})).toMatchObject({ status: 404 })
  }
  await db.updateTable('users').set({ role: 'user' }).where('id', 'in', [asker.id, owner.id]).execute()
  await decide(id, 'unanswered')
  const again = await seen()
  expect(await own()).toMatchObject({ status: 'approve', contactPhone: '+8801712345678' })
  expect(await own()).not.toHaveProperty('unanswered')
  expect(await report(again)).toMatchObject({ status: 409, body: { code: 'reported-before' } })
})

test.each<[string, () => Promise<unknown>, 'ended' | undefined, string]>([
  ['a block by the owner', () => call('POST', '/api/blocks', owner, { _id: asker.id }), 'ended', 'kept'],
  ['a block by the asker', () => call('POST', '/api/blocks', asker, { _id: owner.id }), 'ended', 'kept'],
  ['the owner who leaves', () => deleteUser(db, owner.id), undefined, 'kept'],
  [
    'an approval taken back',
    async () => call('PATCH', `/api/contact-requests/${(await own())._id}/withdrawal`, admin, { reason: 'A mistake.' }),
    'ended',
    'back: taken back',
  ],
])('T3: %s ends an open report, and nothing is decided', async (_, end, outcome, money) => {
  const id = await seen()
  await report(id)
  await end()
  expect((await reportOf(id))?.outcome).toBe(outcome)
  expect(await listed(id)).toBeUndefined()
  expect([404, 409]).toContain((await decide(id, 'unanswered')).status)
  expect(await moneyOf(id)).toBe(money)
})

test('T3: an owner who pauses after the report keeps nothing: the fee still goes back, and nobody hidden is asked', async () => {
  const id = await seen()
  await report(id)
  await call('PATCH', '/api/me/presence', owner, { presence: 'paused' })
  expect((await decide(id, 'unanswered')).body).toEqual({ modifiedCount: 1 })
  expect(await moneyOf(id)).toBe('back: unanswered')
  expect((await call('GET', '/api/session', owner)).body.user.question).toBeNull()
  expect(await mailsOf(owner)).toContainEqual({ kind: 'number-unanswered', of: 'own' })
})

test('T3 R5: the reporter exports their report, the owner that there was one, without who made it', async () => {
  const id = await seen()
  await report(id, asker, 'Called on three days.')
  await decide(id, 'unanswered')
  const exported = async (by: Person) => (await call('GET', '/api/me/export', by)).body
  expect(await exported(asker)).toMatchObject({
    unansweredReports: [{ number, note: 'Called on three days.', outcome: 'unanswered' }],
    reportsOfNumber: [],
  })
  const owners = await exported(owner)
  expect(owners).toMatchObject({ unansweredReports: [], reportsOfNumber: [{ outcome: 'unanswered' }] })
  expect(Object.keys(owners.reportsOfNumber[0])).toEqual(['reportedAt', 'outcome', 'decidedAt'])
})
