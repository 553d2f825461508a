import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { mountPages } from '#src/app/pages/pages.server.ts'
import { readingLimits } from '#src/features/safety/policy.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { freePort } from '#tests/program.ts'
import { testConfig, testDatabase, worldForThisTest } from '#tests/world.server.ts'
import { buildApp } from './app.server.ts'
import { createMetrics } from './metrics.server.ts'
import { securityEvents } from './security-events.server.ts'

const token = 'a-token-only-for-tests'

/** A site that tells how it does, and what it says: the value of each line. */
async function watched(settings: { port?: number; token?: string } = { token }, now = () => 1_700_000_000_000) {
  const { connection, db: own } = await testDatabase()
  const { db, pool } = openDatabase(connection)
  const metrics = createMetrics({ db, pool, now })
  const world = await worldForThisTest({ config: testConfig({ metrics: settings }), metrics, logLevel: 'silent' })
  onTestFinished(async () => {
    await db.destroy()
    await own.destroy()
  })
  const lines = async () => {
    const text = await metrics.text()
    return Object.fromEntries(
      [...text.matchAll(/^([a-z][^#\n]*) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
    )
  }
  return { world, metrics, lines, db }
}

test('Y4: routes are told by their pattern, answers by their class, and nothing names a person', async () => {
  const { world, metrics, lines } = await watched()
  const asker = await world.signUp('canary.asker@example.org', 'Canary Asker')
  const number = await world.publish(asker, { phoneNumber: '01799887766' })
  await world.call('GET', `/api/user/admin/${asker.email}`, asker)
  await world.call('GET', '/api/user/premium/someone.else@example.org', asker)
  await world.call('GET', `/api/bioData/${number}?canary=query`)
  await world.call('GET', '/api/no/such/canary')
  const found = await lines()
  expect(found['http_request_duration_seconds_count{method="GET",route="/api/user/admin/:email",status="2xx"}']).toBe(1)
  expect(found['http_request_duration_seconds_count{method="GET",route="/api/user/premium/:email",status="4xx"}']).toBe(
    1,
  )
  expect(found['http_request_duration_seconds_count{method="GET",route="/api/*",status="4xx"}']).toBe(1)
  expect(found.nikhad_requests_in_work).toBe(0)
  expect(found.process_cpu_seconds_total).toBeGreaterThan(0)
  expect(await metrics.text()).not.toMatch(/canary|example|1799887766/i)
})

test('Y4: what waits in the database is told, and that it does not answer', async () => {
  const { lines, db, metrics } = await watched()
  const mail = { recipient: 'a@x.example', language: 'en' as const, kind: 'reset-password' as never, content: null }
  await db
    .insertInto('outbox')
    .values([
      { ...mail, content: {} as never, attempts: 1 },
      { ...mail, status: 'failed', attempts: 9 },
    ])
    .execute()
  await db
    .insertInto('paymentFindings')
    .values({ provider: 'stripe', providerRef: 'pi_1', kind: 'unknown', amount: 1, currency: 'usd' } as never)
    .execute()
  metrics.jobSucceeded('mail')
  expect(await lines()).toMatchObject({
    'nikhad_mails{status="overdue"}': 1,
    'nikhad_mails{status="failed"}': 1,
    nikhad_payments_to_look_at: 1,
    nikhad_refunds_due: 0,
    nikhad_database_up: 1,
    'nikhad_database_connections{state="waiting"}': 0,
    'nikhad_job_last_success_timestamp_seconds{name="mail"}': 1_700_000_000,
  })
  await db.destroy()
  const away = await lines()
  expect(away.nikhad_database_up).toBe(0)
  const unknown = ['nikhad_mails{status="overdue"}', 'nikhad_payments_to_look_at', 'nikhad_refunds_due']
  expect(unknown.filter((name) => name in away)).toEqual([])
})

test('Y4 W7: a mail is overdue once it was tried in vain, not while it waits for its turn or the morning, and a push is no mail', async () => {
  let now = new Date('2026-11-20T21:59:00+06:00')
  const { lines, db } = await watched({ token }, () => now.getTime())
  const { id: userId } = await db
    .insertInto('users')
    .values({ email: 'a@x.example', name: 'A' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const content = { kind: 'search', found: 1 } as const
  const mail = { recipient: 'a@x.example', language: 'en', kind: 'search', content, dueAt: now } as const
  const notice = { ...mail, userId, notice: 'search' as const }
  const dead = { status: 'sending' as const, attempts: 1 }
  const later = new Date(now.getTime() + 600_000)
  await db
    .insertInto('outbox')
    .values([
      ...Array.from({ length: 30 }, () => notice),
      { ...notice, attempts: 1, dueAt: later },
      { ...mail, attempts: 3, dueAt: later },
      { ...mail, ...dead },
      { ...mail, ...dead, dueAt: later },
      { ...notice, channel: 'push' as const, attempts: 2 },
      { ...notice, channel: 'push' as const, status: 'failed', attempts: 9 },
    ])
    .execute()
  const state = async () => {
    const found = await lines()
    return ['mails', 'pushes'].map((what) => [
      found[`nikhad_${what}{status="overdue"}`],
      found[`nikhad_${what}{status="failed"}`],
    ])
  }
  expect(await state()).toEqual([
    [3, 0],
    [1, 1],
  ])
  now = new Date('2026-11-20T22:00:00+06:00')
  expect(await state()).toEqual([
    [2, 0],
    [0, 1],
  ])
})

test('Y4: on the port of the site they are for clients with the token; without any setting they are not there', async () => {
  const { world } = await watched()
  const ask = (authorization?: string) =>
    world.call('GET', '/metrics', undefined, undefined, authorization ? { authorization } : {})
  const right = await ask(`Bearer ${token}`)
  expect(right.status).toBe(200)
  expect(right.headers['content-type']).toContain('text/plain; version=')
  expect(right.text).toContain('nikhad_database_up 1')
  for (const wrong of [undefined, token, `Bearer ${token}x`, 'Bearer ', `bearer ${token}`])
    expect((await ask(wrong)).status, wrong).toBe(404)
  const off = await worldForThisTest()
  expect((await off.call('GET', '/metrics', undefined, undefined, { authorization: `Bearer ${token}` })).status).toBe(
    404,
  )
})

test('Y4: on a port of their own they are open to this machine, or to the token', async () => {
  for (const settings of [{}, { token }]) {
    const port = await freePort()
    const { world } = await watched({ port, ...settings })
    await world.app.listen({ host: '127.0.0.1', port: 0 })
    const ask = (path: string, headers = {}) =>
      new Promise<number>((resolve, reject) => {
        get({ port, host: '127.0.0.1', path, headers }, (answer) => {
          answer.resume()
          resolve(answer.statusCode!)
        }).on('error', reject)
      })
    expect(await ask('/metrics')).toBe('token' in settings ? 404 : 200)
    expect(await ask('/metrics', { authorization: `Bearer ${token}` })).toBe(200)
    expect(await ask('/api/BioDataCount')).toBe(404)
    const { port: ofSite } = world.app.server.address() as AddressInfo
    expect((await fetch(`http://127.0.0.1:${ofSite}/metrics`)).status).toBe(404)
  }
})

test('Y4 G3: what is refused because there is too much to do is counted', async () => {
  const { db, pool } = await testDatabase()
  onTestFinished(() => db.destroy())
  const metrics = createMetrics({ db, pool })
  const app = await buildApp({ config: testConfig(), db, places: 0, metrics, logLevel: 'silent' })
  expect((await app.inject('/api/BioDataCount')).statusCode).toBe(503)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  const told = await metrics.text()
  expect(told).toContain('nikhad_requests_refused_total{queue="requests",because="full"} 1')
  expect(told).toContain('nikhad_requests_waiting{queue="requests"} 0')
  await app.close()
})

test('Y4 Y3: what is free of the disk is told where the site has its database with it', async () => {
  const { db, pool } = await testDatabase()
  onTestFinished(() => db.destroy())
  const free = async (disk?: string) =>
    /^nikhad_disk_free_ratio (\S+)$/m.exec(await createMetrics({ db, pool, disk }).text())?.[1]
  expect(Number(await free('.'))).toBeGreaterThan(0)
  expect(Number(await free('.'))).toBeLessThan(1)
  expect(await free()).toBeUndefined()
})

test('Y4 G7: security events are in the log and counted, under names that stay, and name nobody', async () => {
  const lines: string[] = []
  const { db, pool } = await testDatabase()
  onTestFinished(() => db.destroy())
  const metrics = createMetrics({ db, pool })
  const logTo = { write: (line: string) => void lines.push(line) }
  const world = await worldForThisTest({ metrics, logLevel: 'info', logTo })
  const password = 'a good password'
  const member = await world.signUp('canary.member@example.org', 'Canary Member')
  const admin = await world.makeAdmin(await world.signUp('canary.admin@example.org', 'Canary Admin'))
  await world.publish(member, { phoneNumber: '01799887766' })
  const signIn = (typed: string, network: string) =>
    world.call(
      'POST',
      '/api/auth/sign-in/email',
      { ...member, cookie: '', network },
      { email: member.email, password: typed },
    )
  await signIn(password, '10.9.0.1')
  for (let i = 0; i < 11; i++) await signIn('canary wrong password', '10.9.0.2')
  await world.call('GET', '/api/users', member)
  const { paths } = (await world.call('GET', '/api/openapi.json')).body
  const files = Object.keys(paths).filter(
    (path) => path.endsWith('.csv') && !path.startsWith('/imports') && paths[path].get['x-access'] === 'admin',
  )
  for (const file of files) await world.call('GET', `/api${file}`, admin)
  for (const method of ['PATCH', 'DELETE', 'PATCH'] as const)
    await world.call(method, `/api/users/admin/${member.id}`, admin)
  await world.call('GET', '/api/me/export', member)
  await world.call('POST', '/api/favorite-bioData', member, { bioDataId: 1 }, { origin: 'https://evil.example' })
  // The right password of somebody with a second factor is no sign-in yet; that it is asked for again is no refusal.
  const guarded = await world.signUp('canary.guarded@example.org')
  await world.pool.query(`update users set two_factor_enabled = true where id = $1`, [guarded.id])
  await world.pool.query(
    `insert into second_factors (user_id, secret, backup_codes, verified) values ($1, 'x', 'x', true)`,
    [guarded.id],
  )
  const half = { email: guarded.email, password }
  expect((await world.call('POST', '/api/auth/sign-in/email', { ...guarded, cookie: '' }, half)).status).toBe(200)
  await world.pool.query(`update sessions set confirmed_at = now() - interval '1 hour' where user_id = $1`, [
    guarded.id,
  ])
  expect((await world.call('GET', '/api/me/export', guarded)).body.code).toBe('confirm-password')
  await world.call('POST', '/api/me/deletion', admin, { confirmation: password })
  const said = lines.flatMap((line) => {
    const { event, msg } = JSON.parse(line)
    return msg === 'security' ? [event as string] : []
  })
  const counts = Object.fromEntries(securityEvents.map((event) => [event, said.filter((one) => one === event).length]))
  expect(counts).toMatchObject({
    'sign-up.succeeded': 3,
    'sign-in.succeeded': 1,
    'sign-in.failed': 10,
    'sign-in.limited': 1,
    'access.refused': 1,
    'list.exported': files.length,
    'role.changed': 3,
    'own-data.exported': 1,
    'csrf.refused': 1,
    'account.deleted': 1,
  })
  const text = await metrics.text()
  for (const [event, count] of Object.entries(counts))
    expect(text).toContain(`nikhad_security_events_total{event="${event}"} ${count}\n`)
  for (const secret of ['canary', 'example', '1799887766', '10.9.0', member.id, admin.id]) {
    expect(lines.join('')).not.toContain(secret)
    expect(text).not.toContain(secret)
  }
})

test('Y4 R2: who reads more than is shown is told apart from other limits, on a page too', async () => {
  const { db, pool } = await testDatabase()
  onTestFinished(() => db.destroy())
  const metrics = createMetrics({ db, pool })
  const world = await worldForThisTest({
    metrics,
    extend: (app, around) => mountPages(app, { takesPayments: false, config: testConfig(), ...around }),
  })
  const [reader, other] = [await world.signUp('reader@x.example'), await world.signUp('other@x.example')]
  await world.publish(other)
  const told = async () => (await metrics.text()).match(/"(reading\.limited|limit\.reached)"\} \d+/g)
  await world.pool.query(
    'insert into profile_views (viewer_id, owner_id, at) select $1, gen_random_uuid(), now() from generate_series(1, $2)',
    [reader.id, readingLimits.profilesOfConfirmed[0]!.most],
  )
  for (const address of [`/api/bioData/${other.id}`, `/BioDataDetails/${other.id}`])
    expect((await world.call('GET', address, reader)).status, address).toBe(429)
  expect(await told()).toEqual(['"reading.limited"} 2', '"limit.reached"} 0'])
  const guess = { password: 'a guess' }
  for (let n = 0; n < 11; n++) await world.call('POST', '/api/me/confirmation', reader, guess)
  expect(await told()).toEqual(['"reading.limited"} 2', '"limit.reached"} 1'])
})
