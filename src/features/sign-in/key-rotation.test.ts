import { spawnSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#src/app/server/app.server.ts'
import { encrypted } from '#src/features/second-factor/codes.server.ts'
import { reencryptApps, secondFactorOf } from '#src/features/second-factor/queries.server.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { testConfig, worldForThisTest } from '#tests/world.server.ts'

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

test('Y2 M8: second factors are encrypted anew by one command, all of them or none', { tags: 'trial' }, async () => {
  const world = await worldForThisTest()
  const [before, after] = ['the secret before, only for tests, long', 'the secret after it, only for tests, long']
  for (const person of [await world.signUp('rina@example.org'), await world.signUp('karim@example.org')])
    await world.db
      .insertInto('secondFactors')
      .values({
        userId: person.id,
        secret: await encrypted(before, 'secret of an app'),
        backupCodes: await encrypted(before, JSON.stringify(['abcde-fghij'])),
        verified: true,
      })
      .execute()
  const kept = () => world.db.selectFrom('secondFactors').selectAll().orderBy('id').execute()
  const old = await kept()
  // One that neither reads: the other one stays as it was, too.
  await world.db.updateTable('secondFactors').set({ secret: 'broken' }).where('id', '=', old[1]!.id).execute()
  await expect(reencryptApps(world.db, before, after)).rejects.toThrow('Nothing was changed')
  expect((await kept())[0]).toEqual(old[0])
  await world.db.updateTable('secondFactors').set({ secret: old[1]!.secret }).where('id', '=', old[1]!.id).execute()

  const { host, database } = world.connection
  const DATABASE_URL = `postgres://nikhad@localhost/${database}?host=${encodeURIComponent(host!)}`
  const run = (env: Record<string, string>) =>
    spawnSync(process.execPath, ['dist/server/nikhad.js', 'new-secret'], {
      env: { PATH: process.env.PATH, DATABASE_URL, ...env },
      encoding: 'utf8',
    })
  const right = { AUTH_SECRET: after, AUTH_SECRET_BEFORE: before }
  expect(run({ AUTH_SECRET: after })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('AUTH_SECRET_BEFORE'),
  })
  expect(run(right)).toMatchObject({ status: 0, stdout: 'Second factors encrypted anew: 2.\n', stderr: '' })
  expect(run(right)).toMatchObject({ status: 0, stdout: 'Second factors encrypted anew: 0.\n' })
  for (const { userId } of await kept())
    expect(await secondFactorOf(world.db, after, userId)).toMatchObject({ isOn: true, backupCodesLeft: 1 })
})
