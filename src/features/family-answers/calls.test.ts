import type { InjectOptions } from 'fastify'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#src/app/server/app.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { type Person, testConfig } from '#tests/world.server.ts'
import { workOnAnswers } from './answers.server.ts'

let shiftMs = 0
const clock = () => new Date(Date.UTC(2026, 10, 25, 6) + shiftMs)
const config = testConfig()
const world = await payingWorld({ clock, config })
const { db, call } = world
const other = await buildApp({
  ...{ config, db, clock, logLevel: 'silent', cachesResponses: false, places: Number.POSITIVE_INFINITY },
  providers: [world.till.provider],
})
afterAll(async () => {
  await other.close()
  await world.close()
})
const hourMs = 3_600_000
beforeEach(() => {
  shiftMs = 0
})

const admin = await world.makeAdmin(await world.signUp('admin@example.org', 'Shirin Akhter'))
const colleague = await world.makeAdmin(await world.signUp('colleague@example.org', 'Karim Uddin'))

/** A family that an administrator entered, and that was never here, with a request that is with it. */
async function kept() {
  const owner = await world.somebody('kept')
  const number = await world.publish(owner, { name: 'Farzana Karim', phoneNumber: '01712345678' })
  await call('PATCH', '/api/me/contact', owner, { contactFor: 'ask' })
  const accounts = await db.deleteFrom('accounts').where('userId', '=', owner.id).returningAll().execute()
  const sessions = await db.deleteFrom('sessions').where('userId', '=', owner.id).returningAll().execute()
  const signIn = async () => {
    await db.insertInto('accounts').values(accounts).execute()
    await db.insertInto('sessions').values(sessions).execute()
  }
  const asker = await world.somebody('asker')
  await world.publish(asker, { name: 'Rahim Chowdhury', gander: 'Male', phoneNumber: '01811223344' })
  const { body } = await world.record(asker, await world.pay(asker, number), number)
  const id: string = body.insertedId
  expect(await judgement(id)).toMatchObject({ asksFamily: true, mustBeCalled: true, isForBureau: false })
  expect((await call('PATCH', `/api/contact-request-approver/${id}`, admin)).body).toEqual({ modifiedCount: 1 })
  return { owner, asker, id, signIn }
}
const father = { on: '2026-11-25', withWhom: 'father' }
const note = (by: Person, id: string, heard: object) => call('POST', `/api/contact-requests/${id}/calls`, by, heard)
const judgement = async (id: string) => (await call('GET', `/api/contact-requests/${id}`, admin)).body
const own = async (by: Person) => (await call('GET', '/api/payments', by)).body[0]
const rowOf = (id: string) =>
  db.selectFrom('contactRequests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const paymentOf = async (id: string) => {
  const { paymentId } = await rowOf(id)
  return (await db.selectFrom('payments').select('status').where('id', '=', paymentId!).executeTakeFirstOrThrow())
    .status
}

test('O6: the 72 hours of a family kept by the bureau begin once the bureau has reached it', async () => {
  const { asker, id } = await kept()
  expect(await rowOf(id)).toMatchObject({ status: 'forwarded', answerBy: null })
  expect(await own(asker)).toMatchObject({ status: 'pending', forwardedAt: '2026-11-25T06:00:00.000Z' })
  expect(await own(asker)).not.toHaveProperty('answerBy')
  expect(await judgement(id)).toMatchObject({ isForBureau: true, calls: [], answerBy: null })
  const { body: rows } = await call('GET', '/api/contact-requests?status=forwarded', admin)
  const { waiting } = (await call('GET', '/api/overview', admin)).body
  expect(waiting).toMatchObject({ familiesToCall: 1 })
  expect(rows.find((row: { _id: string }) => row._id === id)).toMatchObject({ isForBureau: true })
  shiftMs = 200 * hourMs
  await workOnAnswers(db, clock())
  expect((await note(admin, id, { on: '2026-12-03', said: 'nobody' })).body).toEqual({ modifiedCount: 1 })
  expect(await rowOf(id)).toMatchObject({ status: 'forwarded', answerBy: null })
  shiftMs += hourMs
  await note(admin, id, { ...father, on: '2026-12-03', said: 'thinking', note: 'Asks the uncle first.' })
  const until = new Date(Date.UTC(2026, 10, 25, 6) + 273 * hourMs)
  expect(await rowOf(id)).toMatchObject({ status: 'forwarded', answerBy: until })
  // Who thinks twice has no more time.
  shiftMs = 210 * hourMs
  await note(colleague, id, { ...father, on: '2026-12-03', said: 'thinking' })
  expect(await rowOf(id)).toMatchObject({ answerBy: until })
  expect((await judgement(id)).calls).toEqual([
    { on: '2026-12-03', withWhom: 'father', said: 'thinking', note: null, by: 'Karim Uddin' },
    { on: '2026-12-03', withWhom: 'father', said: 'thinking', note: 'Asks the uncle first.', by: 'Shirin Akhter' },
    { on: '2026-12-03', withWhom: null, said: 'nobody', note: null, by: 'Shirin Akhter' },
  ])
  shiftMs = 273 * hourMs
  expect((await note(admin, id, { ...father, on: '2026-12-06', said: 'yes' })).body.code).toBe('not-to-call')
  await workOnAnswers(db, clock())
  expect(await rowOf(id)).toMatchObject({ status: 'declined', answer: 'over' })
  expect(await paymentOf(id)).toMatch('refund')
})

test('O6: a yes by telephone opens the contact, and each side reads with whom the bureau spoke, and when', async () => {
  const { owner, asker, id, signIn } = await kept()
  expect((await note(admin, id, { ...father, said: 'yes' })).body).toEqual({ modifiedCount: 1 })
  expect(await rowOf(id)).toMatchObject({ status: 'approve', answer: 'yes', answeredBy: admin.id })
  expect(await own(asker)).toMatchObject({
    status: 'approve',
    contactPhone: '+8801712345678',
    byTelephone: { on: '2026-11-25', withWhom: 'father' },
  })
  expect(await judgement(id)).toMatchObject({ isForBureau: false, calls: [{ said: 'yes' }] })
  await signIn()
  const { body } = await call('GET', '/api/me/asked', owner)
  expect(body).toMatchObject([
    { state: 'yes', answeredBy: 'Shirin Akhter', byTelephone: { on: '2026-11-25', withWhom: 'father' } },
  ])
})

test('O4 O6: a no by telephone refunds the fee, and says no reason', async () => {
  const { asker, id } = await kept()
  await note(admin, id, { ...father, withWhom: 'mother', said: 'not now', note: 'Not for our daughter.' })
  expect(await rowOf(id)).toMatchObject({ status: 'declined', answer: 'not now' })
  expect(await paymentOf(id)).toMatch('refund')
  expect(JSON.stringify(await own(asker))).not.toContain('Not for our daughter')
})

test('O6: the bureau answers for no family that answers here, for no request of its own, and for none that has ended', async () => {
  const { asker, id, signIn } = await kept()
  for (const [wrong, field] of [
    [{ on: '2026-11-26', withWhom: 'father', said: 'yes' }, 'on'],
    [{ on: '2026-11-17', withWhom: 'father', said: 'yes' }, 'on'],
    [{ on: '2026-11-25', said: 'yes' }, 'withWhom'],
    [{ ...father, said: 'nobody' }, 'withWhom'],
    [{ ...father, said: 'perhaps' }, 'said'],
  ] as const) {
    const { status, body } = await note(admin, id, wrong)
    expect([status, body.errors.map((error: { field: string }) => error.field)]).toEqual([422, [field]])
  }
  expect((await note(asker, id, { ...father, said: 'yes' })).status).toBe(403)
  const asAdmin = await world.makeAdmin(asker)
  expect((await note(asAdmin, id, { ...father, said: 'yes' })).body.code).toBe('not-to-call')
  await signIn()
  expect((await note(admin, id, { ...father, said: 'yes' })).body.code).toBe('not-to-call')
  expect(await judgement(id)).toMatchObject({ isForBureau: false, mustBeCalled: false })
  // Who is here now has 72 hours.
  await workOnAnswers(db, clock())
  expect(await rowOf(id)).toMatchObject({ status: 'forwarded', answerBy: new Date(clock().getTime() + 72 * hourMs) })
})

test('O6: of two administrators who note an answer at once on two servers, one does', async () => {
  const seen = new Set<string>()
  for (let round = 0; round < 6; round++) {
    const { id } = await kept()
    const send = (app: typeof other, by: Person, said: string) => {
      const headers = { cookie: by.cookie, origin: config.origin }
      const request: InjectOptions = { method: 'POST', url: `/api/contact-requests/${id}/calls`, headers }
      return app.inject({ ...request, payload: { ...father, said } })
    }
    const answers = await Promise.all([send(world.app, admin, 'yes'), send(other, colleague, 'not now')])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const { status, answer } = await rowOf(id)
    expect((await paymentOf(id)) === 'succeeded').toBe(status === 'approve')
    const calls = await db.selectFrom('familyCalls').select('said').where('requestId', '=', id).execute()
    expect(calls).toEqual([{ said: answer }])
    seen.add(status)
  }
  expect([...seen].every((status) => ['approve', 'declined'].includes(status))).toBe(true)
})
