import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { buildApp } from '#src/server/app.server.ts'
import { testConfig, worldForThisTest } from '#test/world.server.ts'

test('Y2: a new AUTH_SECRET signs everybody out at once, and takes nothing else from anybody', async () => {
  const mail = { from: 'site@mail.example' }
  const world = await worldForThisTest({ config: testConfig({ mail }) })
  const rina = await world.signUp('rina@example.org')
  const number = await world.publish(rina)
  await world.call('POST', '/api/forgot-password', undefined, { email: rina.email })
  await expect.poll(async () => (await world.pool.query(`select from outbox where kind = 'reset'`)).rowCount).toBe(1)
  const { rows } = await world.pool.query(`select content->>'link' as link, content from outbox where kind = 'reset'`)
  const mailed = JSON.stringify(rows[0].content).match(/[\w-]{40,}/)![0]

  const { db } = openDatabase(world.connection)
  const app = await buildApp({
    config: testConfig({ mail, secret: 'another secret only for tests, long' }),
    db,
    logLevel: 'silent',
  })
  onTestFinished(async () => {
    await app.close()
    await db.destroy()
  })
  const headers = { origin: 'http://127.0.0.1:3000' }
  const session = (cookie: string) => app.inject({ url: '/api/session', headers: { cookie } })
  expect((await session(rina.cookie)).json().user).toBeNull()
  expect((await app.inject({ url: '/api/viewBioData', headers: { cookie: rina.cookie } })).statusCode).toBe(401)
  const signIn = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers,
    payload: { email: rina.email, password: 'a good password' },
  })
  const cookie = signIn.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  expect((await session(cookie)).json().user).toMatchObject({ email: rina.email })
  expect((await app.inject({ url: '/api/viewBioData', headers: { cookie } })).json().bioDataId).toBe(number)
  // A link that was on its way still works: the database knows it by its hash, which has no key.
  const payload = { token: mailed, password: 'another good password' }
  const reset = await app.inject({ method: 'POST', url: '/api/reset-password', headers, payload })
  expect(reset.statusCode, reset.body).toBe(200)
  // Nor does the old secret open what the new one has signed.
  expect((await world.call('GET', '/api/viewBioData', { ...rina, cookie })).status).toBe(401)
})
