import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#src/app/server/app.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { type Person, testConfig } from '#tests/world.server.ts'

const world = await payingWorld()
afterAll(() => world.close())
const { db, call } = world

const admin = await world.makeAdmin(await world.signUp('admin@example.org', 'Shirin Akhter'))
let round = 0
const somebody = (name = 'Somebody') => world.signUp(`somebody-${++round}@example.org`, name)
const origin = 'http://127.0.0.1:3000'
const signIn = ({ email }: Person, password = 'a good password') =>
  call('POST', '/api/auth/sign-in/email', undefined, { email, password }, { origin })
const reason = 'Three families complained about you.'
const suspend = ({ id }: Person, by = admin) => call('PATCH', `/api/users/suspension/${id}`, by, { reason })
const lift = ({ id }: Person) => call('DELETE', `/api/users/suspension/${id}`, admin)
const facts = async ({ id }: Person) => (await call('GET', `/api/people/${id}`, admin)).body
const linesOf = async ({ id }: Person) =>
  (await db.selectFrom('auditLog').select('action').where('subjectId', '=', id).orderBy('id').execute()).map(
    ({ action }) => action,
  )

test('M6: a suspended person is out on every server at the next call, reads why at the sign-in, and comes back as before', async () => {
  const person = await somebody()
  const number = await world.publish(person)
  const elsewhere = await buildApp({ config: testConfig(), db, logLevel: 'silent' })
  const there = () => elsewhere.inject({ url: '/api/me', headers: { cookie: person.cookie } })
  expect((await there()).statusCode).toBe(200)

  expect((await suspend(person)).body).toEqual({ modifiedCount: 1 })
  expect((await suspend(person)).body).toEqual({ modifiedCount: 0 })
  expect((await there()).statusCode).toBe(401)
  expect((await call('GET', '/api/me', person)).status).toBe(401)
  expect((await elsewhere.inject(`/api/bioData/${person.id}/number`)).statusCode).toBe(404)
  expect((await signIn(person)).body).toMatchObject({ status: 403, code: 'account_suspended', title: reason })
  expect((await signIn(person, 'not the password')).body).toMatchObject({ status: 401 })
  expect((await signIn(person, 'not the password')).text).not.toContain(reason)
  expect(await facts(person)).toMatchObject({ suspended: { because: reason }, biodata: { published: false } })

  expect((await lift(person)).body).toEqual({ modifiedCount: 1 })
  expect((await lift(person)).body).toEqual({ modifiedCount: 0 })
  expect((await signIn(person)).status).toBe(200)
  expect((await elsewhere.inject(`/api/bioData/${person.id}/number`)).json()).toEqual({ bioDataId: number })
  expect(await linesOf(person)).toEqual(['suspended', 'lifted suspension'])
  // Both stand on their page, the latest first, and on the page of the administrator who did it.
  const actions = (await facts(person)).history.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(['lifted suspension', 'suspended'])
  expect((await facts(admin)).history[0]).toMatchObject({ action: 'lifted suspension', actor: 'Shirin Akhter' })
  await elsewhere.close()
})

test('M6: a session that began in the moment of the suspension is nobody’s', async () => {
  const person = await somebody()
  const begun = await db.selectFrom('sessions').selectAll().where('userId', '=', person.id).executeTakeFirstOrThrow()
  await suspend(person)
  await db.insertInto('sessions').values(begun).execute()
  expect((await call('GET', '/api/me', person)).status).toBe(401)
  await lift(person)
  expect((await call('GET', '/api/me', person)).status).toBe(200)
})

test('M6: an administrator is not suspended before the role has ended, nor made one while suspended, also in a race', async () => {
  for (let n = 0; n < 8; n++) {
    const person = await somebody()
    const makeAdmin = () => call('PATCH', `/api/users/admin/${person.id}`, admin)
    const answers = await Promise.all(n % 2 ? [makeAdmin(), suspend(person)] : [suspend(person), makeAdmin()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  }
  expect((await suspend(admin)).body.code).toBe('is-admin')
})

test('M6: the role of an administrator can be ended, of two at once only one’s: never the last one’s', async () => {
  const worldOfTwo = await payingWorld()
  try {
    const pair = [
      await worldOfTwo.makeAdmin(await worldOfTwo.signUp('one@example.org')),
      await worldOfTwo.makeAdmin(await worldOfTwo.signUp('two@example.org')),
    ] as const
    const end = ({ id }: Person, by: Person) => worldOfTwo.call('DELETE', `/api/users/admin/${id}`, by)
    const answers = await Promise.all([end(pair[0], pair[1]), end(pair[1], pair[0])])
    // The faster one has ended the other's role before or after that one's call was let in.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => [403, 409].includes(status))).toHaveLength(1)
    const left = await worldOfTwo.db.selectFrom('users').select('id').where('role', '=', 'admin').execute()
    expect(left).toHaveLength(1)
    const last = pair.find(({ id }) => id === left[0]!.id)!
    expect((await end(last, last)).body).toMatchObject({ status: 409, code: 'last-admin' })
    // What the other may do ended with the role, in a session that had begun before.
    const other = pair.find(({ id }) => id !== last.id)!
    expect((await worldOfTwo.call('GET', '/api/users', other)).status).toBe(403)
  } finally {
    await worldOfTwo.close()
  }
})

test('M6: premium ends at once, with the mark and the open contacts, and can be asked for anew', async () => {
  const [person, owner] = [await somebody(), await somebody()]
  await world.publish(person)
  await world.publish(owner)
  await call('PATCH', `/api/users/premium/${person.id}`, admin)
  const profile = async () => (await call('GET', `/api/bioData/${owner.id}`, person)).body
  expect(await profile()).toHaveProperty('phoneNumber')
  const end = () => call('DELETE', `/api/users/premium/${person.id}`, admin)
  expect((await end()).body).toEqual({ modifiedCount: 1 })
  expect((await end()).body).toEqual({ modifiedCount: 0 })
  expect(await profile()).not.toHaveProperty('phoneNumber')
  expect((await call('GET', '/api/viewBioData', person)).body.type).toBeUndefined()
  expect((await call('PATCH', '/api/user/request_premium/me', person)).body).toEqual({ modifiedCount: 1 })
  expect(await linesOf(person)).toEqual(['made premium', 'ended premium'])
})

test('M6: what is unpublished is gone at once, its askers are paid back, and it comes back when published again', async () => {
  const [person, asker] = [await somebody(), await somebody()]
  const number = await world.publish(person)
  await world.record(asker, await world.pay(asker, number), number)
  const isThere = async () => (await call('GET', `/api/bioData/${person.id}/number`)).status === 200
  const path = `/api/biodata/unpublished/${person.id}`
  expect((await call('PATCH', path, admin)).body).toEqual({ modifiedCount: 1 })
  expect((await call('PATCH', path, admin)).body).toEqual({ modifiedCount: 0 })
  expect(await isThere()).toBe(false)
  const payment = () =>
    db.selectFrom('payments').select(['status', 'refundBecause']).where('userId', '=', asker.id).executeTakeFirst()
  await expect.poll(payment).toEqual({ status: 'refunded', refundBecause: 'hidden' })
  expect((await call('DELETE', path, admin)).body).toEqual({ modifiedCount: 1 })
  expect(await isThere()).toBe(true)
  expect(await linesOf(person)).toEqual(['unpublished', 'published again'])
})

test('R1 M6: an administrator gives a reason for looking at a contact, and it stands in the ledger', async () => {
  const person = await somebody('Farzana')
  await world.publish(person)
  const { status, body } = await call('POST', `/api/contact-views/${person.id}`, admin, { reason: 'Report 31' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ email: person.email, phoneNumber: '+8801712345678' })
  expect((await call('POST', `/api/contact-views/${person.id}`, admin, { reason: ' ' })).status).toBe(422)
  expect((await facts(person)).views).toEqual([
    expect.objectContaining({
      ...{ viewer: 'Shirin Akhter', byRight: 'administrator', times: 1 },
      looks: [expect.objectContaining({ reason: 'Report 31', inFile: false })],
    }),
  ])
  expect(await linesOf(person)).toEqual(['showed contact'])
})

test('M6: the page of a person tells the requests of both directions, payments, the ledger and what was done', async () => {
  const [person, asker] = [await somebody('Farzana Karim'), await somebody('Imran Hossain')]
  const number = await world.publish(person)
  const { body } = await world.record(asker, await world.pay(asker, number), number)
  await call('PATCH', `/api/contact-request-approver/${body.insertedId}`, admin)
  await call('GET', `/api/bioData/${person.id}`, asker)
  expect(await facts(person)).toMatchObject({
    name: 'Farzana Karim',
    isVerified: false,
    isAdmin: false,
    isPremium: false,
    suspended: null,
    biodata: { bioDataId: number, presence: 'published', published: true, contactFor: 'checked' },
    requests: [{ isMade: false, other: 'Imran Hossain', status: 'approve', price: 5, payment: 'succeeded' }],
    payments: [],
    views: [{ viewer: 'Imran Hossain', byRight: 'request', times: 1 }],
    history: [{ action: 'approved contact request', actor: 'Shirin Akhter' }],
  })
  expect(await facts(asker)).toMatchObject({
    biodata: null,
    requests: [{ isMade: true, other: 'Farzana Karim', bioDataId: number }],
    payments: [{ status: 'succeeded', reference: expect.stringMatching(/^pi_/) }],
  })
})

test('M6: the page of a person has the latest first, who asked with their own number, and when they were last here', async () => {
  const [person, asker] = [await somebody('Farzana Karim'), await somebody('Imran Hossain')]
  const number = await world.publish(person)
  const own = await world.publish(asker, { gander: 'Male', birth: '1997-01-01' })
  const ask = async () => (await world.record(asker, await world.pay(asker, number), number)).body.insertedId
  await call('PATCH', `/api/contact-requests/${await ask()}/refusal`, admin, { reason })
  await expect.poll(async () => (await facts(asker)).payments[0].status).toBe('refunded')
  await ask()
  const requests = [{ status: 'pending' }, { status: 'refused' }]
  const ofPerson = await facts(person)
  expect(ofPerson.requests).toMatchObject(requests.map((request) => ({ ...request, bioDataId: own })))
  const ofAsker = await facts(asker)
  // A person born on the first of January is a year older with the calendar in Bangladesh.
  const year = new Date(Date.now() + 6 * 60 * 60_000).getUTCFullYear()
  expect(ofAsker.biodata).toMatchObject({ bioDataId: own, age: year - 1997 })
  expect(ofAsker.requests).toMatchObject(requests.map((request) => ({ ...request, bioDataId: number })))
  expect(ofAsker.payments).toMatchObject([{ status: 'succeeded' }, { status: 'refunded' }])

  // Asking for premium is not having it.
  await call('PATCH', '/api/user/request_premium/me', asker)
  expect(await facts(asker)).toMatchObject({ isPremium: false, isAdmin: false, isVerified: false })
  await db.updateTable('users').set({ emailVerified: true }).where('id', '=', asker.id).execute()
  await call('PATCH', `/api/users/premium/${asker.id}`, admin)
  expect(await facts(asker)).toMatchObject({ isPremium: true, isVerified: true })
  expect(await facts(admin)).toMatchObject({ isAdmin: true })

  const [first] = await db.selectFrom('sessions').select('id').where('userId', '=', asker.id).execute()
  await signIn(asker)
  const at = (day: string, isFirst: boolean) =>
    db
      .updateTable('sessions')
      .set({ updatedAt: new Date(day) })
      .where('userId', '=', asker.id)
      .where('id', isFirst ? '=' : '<>', first!.id)
      .execute()
  await at('2026-02-01T00:00:00Z', true)
  await at('2026-03-01T00:00:00Z', false)
  expect((await facts(asker)).lastHere).toBe('2026-03-01T00:00:00.000Z')
})

test('M4 M6: what an administrator did who has left is not said to come from the command line', async () => {
  const [person, colleague] = [await somebody(), await world.makeAdmin(await somebody())]
  await suspend(person, colleague)
  await db.deleteFrom('users').where('id', '=', colleague.id).execute()
  expect((await facts(person)).history).toMatchObject([{ action: 'suspended', actor: null, isCommandLine: false }])
})
