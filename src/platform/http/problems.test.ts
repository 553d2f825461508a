import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#src/app/server/app.server.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { biodataOnTheWire, testConfig } from '#tests/world.server.ts'

const world = await payingWorld()
afterAll(() => world.close())
const [rina, karim] = [await world.signUp('rina@example.org'), await world.signUp('karim@example.org')]
const number = await world.publish(rina)
await world.record(karim, await world.pay(karim, number), number)
const nobody = '00000000-0000-4000-8000-000000000000'

test.each([
  ['without a session', 401, 'signed-out', 'GET', '/viewBioData', undefined, undefined],
  ['where the session may not', 403, 'forbidden', 'GET', '/users', undefined, karim],
  ['for somebody else’s email', 403, 'not-your-email', 'GET', '/viewBioData?email=rina@example.org', undefined, karim],
  ['where nothing is', 404, 'not-found', 'GET', `/bioData/${nobody}`, undefined, karim],
  ['where it is not one’s business', 404, 'not-found', 'PATCH', `/delete-request/${nobody}`, undefined, karim],
  ['for what was done before', 409, /./, 'POST', '/create-payment-intent', { bioDataId: number }, karim],
  ['of wrong input', 422, 'invalid', 'PATCH', '/bioData', biodataOnTheWire({ feet: 2, skinColor: 'Green' }), karim],
] as const)('G3: a refusal %s is %i, as problem+json', async (_what, status, code, method, path, body, by) => {
  const answer = await world.call(method, `/api${path}`, by, body)
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.body).toMatchObject({
    type: 'about:blank',
    title: expect.stringMatching(/\w/),
    status,
    code: expect.stringMatching(code),
  })
  if (status !== 422) return
  expect(answer.body.errors).toEqual([
    { field: 'feet', message: 'must be 3 or more' },
    { field: 'skinColor', message: 'must be one of: Fair, Medium, Brown, Dark' },
  ])
})

const unavailable = { status: 503, code: 'unavailable' }

test('G3: without its database the server answers 503 and when to try again', async () => {
  const { db } = openDatabase({ host: '127.0.0.1', port: 1 })
  const app = await buildApp({ config: testConfig(), db, logLevel: 'silent' })
  for (const url of ['/api/bioData-filter', '/api/BioDataCount']) {
    const answer = await app.inject(url)
    expect([url, answer.statusCode, answer.headers['retry-after']]).toEqual([url, 503, '2'])
    expect(answer.json()).toMatchObject(unavailable)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.body).not.toMatch(/ECONN|127\.0\.0\.1/)
  }
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  await app.close()
  await db.destroy()
})

test('G3: with more to do than it can the server answers 503 and when to try again, and goes on afterwards', async () => {
  const { db, pool } = openDatabase({ ...world.connection, max: 1, connectionTimeoutMillis: 500 })
  const app = await buildApp({ config: testConfig(), db, logLevel: 'silent', places: Number.POSITIVE_INFINITY })
  const busy = await pool.connect()
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.inject('/api/BioDataCount')))
  for (const answer of answers) {
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
    expect(answer.json()).toMatchObject(unavailable)
  }
  busy.release()
  expect((await app.inject('/api/BioDataCount')).statusCode).toBe(200)
  await app.close()
  await db.destroy()
})

test('X7: /readyz answers 200 when the first page can be served and 503 before; /healthz only says that it lives', async () => {
  expect((await world.call('GET', '/readyz')).status).toBe(200)
  const { db } = openDatabase({ host: '127.0.0.1', port: 1 })
  const app = await buildApp({ config: testConfig(), db, logTo: { write() {} } })
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  await app.close()
  await db.destroy()
})
