import { afterAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { fill } from '#demo/population/fill.ts'
import { buildApp, type Parts } from '#src/app/server/app.server.ts'
import { type Endpoint, problemType } from '#src/platform/http/contract.ts'
import { type Person, testConfig, testWorld, worldForThisTest } from '#tests/world.server.ts'

let shiftMs = 0
const began = Date.now()
const world = await testWorld({ clock: () => new Date(began + shiftMs) })
afterAll(() => world.close())
const { call, db } = world
const hour = 3_600_000

const admin = await world.makeAdmin(await world.signUp('admin@example.org'))
const person = await world.signUp('person@example.org')
await world.publish(person)

const lists = [
  ['users', '/api/users'],
  ['biodata', '/api/allBioData'],
  ['premium requests', '/api/premium-requests'],
  ['contact requests', '/api/contact-requests'],
  ['contact requests', '/api/payments'],
  ['payments', '/api/all-payments'],
  ['payment findings', '/api/payment-findings'],
  ['reports', '/api/reports'],
  ['activity', '/api/admin-actions'],
  ['pages of people', `/api/people/${person.id}`],
] as const
const linesOf = async ({ id }: Person) =>
  (await db.selectFrom('auditLog').select('action').where('actorId', '=', id).orderBy('id').execute()).map(
    ({ action }) => action,
  )
let admins = 0
const newAdmin = async () => world.makeAdmin(await world.signUp(`admin-${++admins}@example.org`))
const ours = { accept: `application/json, ${problemType}` }
/** Reads until the answer is no longer 200, or far beyond every limit. */
async function readAll(url: string, by: Person, headers = {}) {
  for (let answers = 0; ; answers++) {
    const answer = await call('GET', url, by, undefined, headers)
    if (answer.status !== 200 || answers === 200) return { answers, answer }
  }
}
/** As if the password was given long ago. */
const forget = ({ id }: Person) =>
  db
    .updateTable('sessions')
    .set({ confirmedAt: new Date(began - 24 * hour) })
    .where('userId', '=', id)
    .execute()
beforeEach(() => {
  shiftMs = 0
})

test.each(lists)('M4: SEC-N6 records that an administrator reads %s at %s, once an hour', async (list, url) => {
  const reader = await newAdmin()
  await Promise.all([1, 2, 3].map(() => call('GET', url, reader)))
  expect(await linesOf(reader)).toEqual([`read ${list}`])
  shiftMs = hour - 1_000
  await call('GET', url, reader)
  expect(await linesOf(reader)).toHaveLength(1)
  shiftMs = hour + 1_000
  await call('GET', url, reader)
  expect(await linesOf(reader)).toEqual([`read ${list}`, `read ${list}`])
})

test('M4: shows the line with who read which list and when, and nobody can change it', async () => {
  const reader = await newAdmin()
  await call('GET', '/api/users', reader)
  const { body } = await call('GET', '/api/admin-actions', admin)
  expect(body).toContainEqual(
    expect.objectContaining({
      action: 'read users',
      actor: expect.objectContaining({ email: reader.email }),
      subject: null,
      at: expect.stringMatching(/^\d{4}-/),
    }),
  )
  await expect(db.deleteFrom('auditLog').where('action', '=', 'read users').execute()).rejects.toThrow(
    'only be added to',
  )
})

test('M4: records neither a member’s lists nor an administrator’s own requests', async () => {
  const reader = await newAdmin()
  for (const by of [person, reader]) await call('GET', '/api/payments?mine=true', by)
  for (const url of ['/api/allBioData', '/api/payments']) await call('GET', url, person)
  expect([await linesOf(reader), await linesOf(person)]).toEqual([[], []])
  expect((await call('GET', '/api/allBioData', person)).body[0]).not.toHaveProperty('email')
})

test('G5: SEC-N6 gives an administrator at most 100 rows with emails an answer, and the way to the next', async () => {
  const crowd = await worldForThisTest()
  await fill(crowd.pool, { count: 150, seed: 3, now: new Date() })
  const head = await crowd.makeAdmin(await crowd.signUp('head@example.org'))
  for (const path of ['/api/users', '/api/allBioData']) {
    const first = await crowd.call('GET', path, head)
    expect(first.body).toHaveLength(100)
    const next = String(first.headers.link).match(/^<(.*)>; rel="next"$/)![1]!
    const rest = (await crowd.call('GET', next, head)).body
    const emails = [...first.body, ...rest].map(({ email }: { email: string }) => email)
    expect(new Set(emails).size, path).toBeGreaterThanOrEqual(150)
    expect(emails).not.toContain(undefined)
  }
  // Visitors read cards, without emails, as before.
  expect((await crowd.call('GET', '/api/allBioData')).body.length).toBeGreaterThan(100)
})

test('M8: SEC-N6 asks our pages for the password after 3,000 rows an hour, and goes on with it', async () => {
  const reader = await newAdmin()
  await forget(reader)
  const { answers, answer } = await readAll('/api/users?limit=100', reader, ours)
  expect([answers, answer.status, answer.body.code]).toEqual([30, 403, 'confirm-password'])
  // All lists together, and one person too.
  for (const [, url] of lists)
    expect((await call('GET', url, reader, undefined, ours)).body).toMatchObject({ code: 'confirm-password' })
  expect((await call('POST', '/api/me/confirmation', reader, { password: 'a good password' })).status).toBe(200)
  expect((await call('GET', '/api/users', reader, undefined, ours)).status).toBe(200)
})

test('M8: SEC-N6 tells a client of the specification to wait, and for how long', async () => {
  const reader = await newAdmin()
  await forget(reader)
  const { answers, answer } = await readAll('/api/users', reader)
  expect([answers, answer.status, answer.body.code]).toEqual([30, 429, 'emails-limit'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60)
  shiftMs = Number(answer.headers['retry-after']) * 1_000
  expect((await call('GET', '/api/users', reader)).status).toBe(200)
})

test('M8: lets an administrator read 120 pages of 25 rows an hour', { tags: 'trial' }, async () => {
  const reader = await newAdmin()
  await forget(reader)
  expect((await readAll('/api/users?limit=25', reader)).answers).toBe(120)
})

test('M4 G5: declares every list of an administrator that has emails', async () => {
  let endpoints: Endpoint[] = []
  const extend: Parts['extend'] = async (_app, { documented }) => {
    endpoints = documented().map(({ endpoint }) => endpoint)
  }
  const app = await buildApp({ config: testConfig(), db, logLevel: 'silent', extend })
  await app.close()
  const hasEmail = ({ output }: Endpoint) =>
    JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any', io: 'input' })).includes('"email"')
  // A contact that is shown for a reason has a line in the ledger.
  const isLook = ({ path }: Endpoint) => path === '/contact-views/:id'
  const lists = endpoints.filter((one) => one.access === 'admin' && !one.columns && hasEmail(one) && !isLook(one))
  expect(lists.length).toBeGreaterThan(5)
  expect(lists.filter(({ showsEmails }) => !showsEmails).map(({ path }) => path)).toEqual([])
})
