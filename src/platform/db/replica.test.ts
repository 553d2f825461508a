import { afterAll, expect, onTestFinished, test } from 'vitest'
import { mountPages } from '#src/app/pages/pages.server.ts'
import { buildApp } from '#src/app/server/app.server.ts'
import { createMetrics } from '#src/app/server/metrics.server.ts'
import { addressOf, startPair } from '#tests/standby.server.ts'
import { biodataOnTheWire, testConfig, testDatabase } from '#tests/world.server.ts'
import { migrate } from './migrate.server.ts'
import { openDatabase } from './open.server.ts'
import { openReplica, positionOf } from './replica.server.ts'

// A real standby. That it is behind is not left to chance: its replay is paused.

const config = testConfig()
const pair = await startPair()
const { primary, standby } = pair
const { db, pool } = openDatabase(primary.connection)
await migrate(db)
let clock = 0
const replica = await openReplica(addressOf(standby.connection), db, { now: () => clock })
const app = await buildApp({
  config,
  db,
  replica,
  logLevel: 'silent',
  places: Number.POSITIVE_INFINITY,
  timeoutMs: 60_000,
  cachesResponses: false,
  extend: (server, around) => mountPages(server, { config, takesPayments: false, ...around }),
})
afterAll(async () => {
  await app.close()
  await replica.stop()
  await db.destroy()
  await pair[Symbol.asyncDispose]()
})

let people = 0
/** Somebody with a browser: what they are given as a cookie they send from then on. */
async function signUp() {
  const jar = new Map<string, string>()
  const network = `10.0.0.${++people}`
  async function call(method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { origin: config.origin, ...(cookie && { cookie }) }
    const answer = await app.inject({ method, url, headers, remoteAddress: network, ...(payload && { payload }) })
    for (const { name, value } of answer.cookies) jar.set(name, encodeURIComponent(value))
    return answer
  }
  const email = `person-${people}@example.org`
  const account = { name: 'Somebody', email, password: 'a good password', image: 'https://photos.example/me.jpg' }
  const answer = await call('POST', '/api/auth/sign-up/email', account)
  expect(answer.statusCode).toBe(200)
  return { email, id: answer.json().user.id as string, call, forgetWriting: () => jar.delete('nikhad.written') }
}
type Person = Awaited<ReturnType<typeof signUp>>

async function publish(person: Person) {
  const answer = await person.call('PATCH', '/api/bioData', biodataOnTheWire({ email: person.email }))
  expect(answer.json()).toMatchObject({ modifiedCount: 1 })
}

const list = '/api/bioData-filter'
const idsIn = (answer: { json(): { _id: string }[] }) => answer.json().map(({ _id }) => _id)
const visitorsList = async () => idsIn(await app.inject(list))

/** Who answers somebody who has written up to there. */
const answering = (written?: bigint) => replica.read(written, async (asked) => (asked === db ? 'primary' : 'replica'))

/** Until the standby has all there is, and is known to. */
async function caughtUp() {
  await standby.ask('select pg_wal_replay_resume() where pg_is_wal_replay_paused()')
  const look = async () => {
    clock++
    await replica.look()
    return replica.isUsed() && replica.secondsBehind()
  }
  await expect.poll(look).toBe(0)
}

/** The standby stands still during the rest of the test. */
async function pause() {
  await caughtUp()
  onTestFinished(caughtUp)
  await standby.ask('select pg_wal_replay_pause()')
  const state = async () => (await standby.ask('select pg_get_wal_replay_pause_state() as now'))[0]!.now
  await expect.poll(state).toBe('paused')
}

test('Z4: lists come from the replica, and a client that has just written sees it in them although the replica does not know yet', async () => {
  const [owner, other] = [await signUp(), await signUp()]
  other.forgetWriting()
  await pause()
  await publish(owner)
  for (const path of [list, '/api/allBioData', '/baiDataPage'])
    expect((await owner.call('GET', path)).body, path).toContain(owner.id)
  expect((await owner.call('GET', '/api/BioDataCount')).json()).toMatchObject({ femaleCount: 1 })
  // Nobody else has a word of it, which is how it is known that the replica answers them.
  expect(await visitorsList()).not.toContain(owner.id)
  for (const path of [list, '/api/allBioData'])
    expect((await other.call('GET', path)).body, path).not.toContain(owner.id)
  // A member's browse page compares wishes, which the primary does.
  expect((await app.inject('/baiDataPage')).body).not.toContain(owner.id)
  await caughtUp()
  expect(await visitorsList()).toContain(owner.id)
})

test('Z4: what the replica has by now it answers, also to the client that wrote it; what it has not the primary answers', async () => {
  await caughtUp()
  await db.insertInto('site').values({ mode: 'serve' }).execute()
  await expect.poll(async () => answering(await positionOf(db))).toBe('replica')
  await pause()
  await db.updateTable('site').set({ mode: 'demo' }).execute()
  const written = await positionOf(db)
  expect(await answering(written)).toBe('primary')
  expect(await answering()).toBe('replica')
  expect(await answering(2n ** 64n)).toBe('primary')
})

test('Z4: a replica that has all of a log that ends with its page has all of it', async () => {
  await caughtUp()
  const offset = async (of: typeof primary, position: string) =>
    Number((await of.ask(`select (${position} - '0/0') % 8192 as bytes`))[0]!.bytes)
  const place = () => offset(primary, 'pg_current_wal_insert_lsn()')
  const write = (bytes: number) =>
    primary.ask(`select pg_logical_emit_message(false, 'x', repeat('x', ${bytes}), true)`)
  // What a message has around it is found out with one; something else may be written in between.
  for (let at = await place(); at !== 24; at = await place()) {
    await write(8)
    const around = ((await place()) - at + 8192) % 8192
    const left = 8192 - (await place())
    await write(left > around ? left - around + 8 : 8)
  }
  await expect.poll(() => offset(standby, 'pg_last_wal_replay_lsn()')).toBe(0)
  expect(await answering(await positionOf(db))).toBe('replica')
})

test('Z4 R3: nobody is shown a list older than three seconds, and a replica that has caught up is used again', async () => {
  const owner = await signUp()
  await pause()
  await publish(owner)
  await replica.look()
  clock += 3_000
  await replica.look()
  expect([await answering(), await visitorsList()]).toEqual(['replica', expect.not.arrayContaining([owner.id])])
  clock++
  await replica.look()
  expect([await answering(), await visitorsList()]).toEqual(['primary', expect.arrayContaining([owner.id])])
  expect(replica.secondsBehind()).toBeGreaterThan(3)
  await caughtUp()
  expect(await answering()).toBe('replica')
})

test('Z4: a standby that is cut off from its primary is found out, although it has replayed all it was sent', async () => {
  await caughtUp()
  const [before] = await standby.ask('show primary_conninfo')
  await standby.ask(`alter system set primary_conninfo = ''`)
  await standby.ask('select pg_reload_conf()')
  await expect.poll(async () => (await primary.ask('select from pg_stat_replication')).length).toBe(0)
  await publish(await signUp())
  await replica.look()
  clock += 3_001
  await replica.look()
  expect(await answering()).toBe('primary')
  await standby.ask(`alter system set primary_conninfo = '${before!.primary_conninfo}'`)
  await standby.ask('select pg_reload_conf()')
  await caughtUp()
})

test('Z4 R3 M6: rights are never stale: what was withdrawn is shown to nobody, also while the replica still has it', async () => {
  const [owner, reader, admin] = [await signUp(), await signUp(), await signUp()]
  await publish(owner)
  await pool.query(`update users set role = 'admin' where id = $1`, [admin.id])
  await pool.query(`insert into premium (user_id, status, approved_at) values ($1, 'approve', now())`, [reader.id])
  const profile = () => reader.call('GET', `/api/bioData/${owner.id}`)
  reader.forgetWriting()
  await pause()
  expect((await profile()).body).toContain(owner.email)
  expect((await owner.call('PATCH', '/api/me/presence', { presence: 'paused' })).statusCode).toBe(200)
  expect((await profile()).statusCode).toBe(404)
  expect((await reader.call('GET', `/api/bioData/${owner.id}/similar`)).statusCode).toBe(404)
  // An administrator's list names people: it is not the replica's to answer.
  const late = await signUp()
  await publish(late)
  admin.forgetWriting()
  expect((await admin.call('GET', '/api/allBioData')).body).toContain(late.email)
  const suspended = await admin.call('PATCH', `/api/users/suspension/${reader.id}`, { reason: 'a reason' })
  expect(suspended.json()).toEqual({ modifiedCount: 1 })
  expect((await profile()).statusCode).toBe(401)
})

test('Z4 Y4: one that is gone takes no answer with it, is told, and is used again when it is back', async () => {
  await caughtUp()
  const metrics = createMetrics({ db, pool, replica })
  const told = async () => [
    (await metrics.text()).match(/^nikhad_replica_used (\d)$/m)?.[1],
    (await app.inject('/readyz')).json(),
  ]
  expect(await told()).toEqual(['1', { status: 'ready', replica: 'used' }])
  await standby.stop()
  expect((await app.inject(list)).statusCode).toBe(200)
  expect(await answering()).toBe('primary')
  await replica.look()
  expect(await told()).toEqual(['0', { status: 'ready', replica: 'left alone' }])
  expect((await app.inject(list)).statusCode).toBe(200)
  await standby.start()
  await caughtUp()
  expect(await told()).toEqual(['1', { status: 'ready', replica: 'used' }])
})

test('Z4 Y1: an address that leads to another database, or to one that cannot be entered, is said at the start', async () => {
  const other = await testDatabase()
  await other.db.destroy()
  await expect(openReplica(addressOf(other.connection), db)).rejects.toThrow(
    /^DATABASE_REPLICA_URL is no replica of the database of DATABASE_URL\.$/,
  )
  const missing = addressOf({ ...standby.connection, database: 'missing' })
  await expect(openReplica(missing, db)).rejects.toThrow(/^DATABASE_REPLICA_URL cannot be used: .*missing/)
})

test('Z4: one that was promoted follows nobody, and answers nobody', async () => {
  await caughtUp()
  await standby.ask('select pg_promote()')
  await replica.look()
  expect(await answering()).toBe('primary')
})
