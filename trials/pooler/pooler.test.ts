import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startJobs } from '#src/app/server/jobs.server.ts'
import { backup } from '#src/platform/backup/backup.server.ts'
import { openBackupFile } from '#src/platform/backup/file.server.ts'
import { restore } from '#src/platform/backup/restore.server.ts'
import { migrate, migrationNames } from '#src/platform/db/migrate.server.ts'
import { missingLimits, openDatabase } from '#src/platform/db/open.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { emptyDatabase } from '#tests/world.server.ts'
import { startPooler } from './pooler.server.ts'

// Through a real pgbouncer in transaction mode: each transaction may have another connection of the database.

/** An empty database, and servers that reach it through a pooler. */
async function emptyBehindPooler() {
  const { db, pool, connection } = await emptyDatabase()
  const pooler = await startPooler(connection)
  const opened = [db]
  onTestFinished(async () => {
    for (const one of opened) await one.destroy()
    await pooler[Symbol.asyncDispose]()
  })
  return {
    pool,
    server(more: { isPooled?: boolean; user?: string } = {}) {
      const { isPooled = true, user = 'nikhad' } = more
      const server = openDatabase({ connectionString: pooler.url.replace('nikhad@', `${user}@`) }, isPooled)
      opened.push(server.db)
      return server
    },
  }
}

test('Z4 X1: three servers that start at once behind a pooler make the schema once, and leave no lock behind, nor does one that fails', async () => {
  const { pool, server } = await emptyBehindPooler()
  const done = await Promise.all([server(), server(), server()].map(({ db }) => migrate(db)))
  expect(done.flat()).toEqual(await migrationNames())
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp('migrations', folder, { recursive: true })
  await writeFile(join(folder, '9000-fails.sql'), 'select 1 / 0')
  await expect(migrate(server().db, { folder })).rejects.toThrow('9000-fails')
  const held = await pool.query(
    `select from pg_locks join pg_database d on d.oid = database where locktype = 'advisory' and datname = current_database()`,
  )
  expect(held.rowCount).toBe(0)
  expect(await migrate(server().db)).toEqual([])
})

test('Z4: the whole way through a pooler: register, publish, mark, pay, approve, read, leave', async () => {
  let pooler: Awaited<ReturnType<typeof startPooler>> | undefined
  const world = await payingWorld({
    reach: async (connection) => {
      pooler = await startPooler(connection)
      return openDatabase({ connectionString: pooler.url }, true)
    },
  })
  onTestFinished(async () => {
    await world.close()
    await pooler?.[Symbol.asyncDispose]()
  })
  const [owner, payer, admin] = [
    await world.signUp('owner@example.org'),
    await world.signUp('payer@example.org'),
    await world.makeAdmin(await world.signUp('admin@example.org')),
  ]
  const number = await world.publish(owner)
  // Often enough that a statement would have a name, and at once, so that several connections are asked.
  const lists = await Promise.all(Array.from({ length: 40 }, () => world.call('GET', '/api/bioData-filter?limit=20')))
  expect(lists.map(({ status, body }) => [status, body?.length])).toEqual(lists.map(() => [200, 1]))
  const marked = await world.call('POST', '/api/favorite-bioData', payer, { bioDataId: number })
  expect(marked.body).toMatchObject({ insertedId: expect.any(String) })
  const recorded = await world.record(payer, await world.pay(payer, number), number)
  const approver = `/api/contact-request-approver/${recorded.body.insertedId}`
  const approvals = await Promise.all(Array.from({ length: 6 }, () => world.call('PATCH', approver, admin)))
  expect(approvals.reduce((sum, { body }) => sum + body.modifiedCount, 0)).toBe(1)
  expect((await world.call('GET', `/api/bioData/${owner.id}`, payer)).body).toMatchObject({ email: owner.email })
  expect((await world.call('GET', '/api/me/contact-views', owner)).body).toHaveLength(1)
  const left = await world.call('POST', '/api/me/deletion', payer, { confirmation: 'a good password' })
  expect(left.status).toBe(200)
})

test('Z4 Y2: a site is backed up and restored through a pooler', async () => {
  const { server } = await emptyBehindPooler()
  const [from, other] = [server(), await emptyBehindPooler()]
  await migrate(from.db)
  await from.pool.query(`insert into users (name, email) select 'N', n || '@x.example' from generate_series(1, 500) n`)
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-pooled-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'pooled.backup')
  await backup(server().pool, { path }, { dataDir: folder })
  const target = { dataDir: folder, replace: false, erased: [], now: new Date() }
  await restore(other.server().pool, await openBackupFile(path, undefined), target)
  expect((await other.pool.query('select from users')).rowCount).toBe(500)
})

test('Z4: jobs of three servers behind a pooler run once at their time', async () => {
  const { pool, server } = await emptyBehindPooler()
  let runs = 0
  const logged: object[] = []
  const log = { error: (what: object) => void logged.push(what) }
  const servers = await Promise.all([server(), server(), server()].map((one) => startJobs(one.pool, log)))
  for (const jobs of servers)
    await jobs.repeat('work', '0 0 1 1 *', async () => {
      runs++
    })
  await pool.query(`insert into jobs.job (name) values ('work')`)
  await expect.poll(() => runs).toBe(1)
  const open = async () =>
    (await pool.query(`select from jobs.job where name = 'work' and state <> 'completed'`)).rowCount
  await expect.poll(open).toBe(0)
  await Promise.all(servers.map((jobs) => jobs.stop()))
  expect([runs, logged]).toEqual([1, []])
})

test('Z4 G3: behind a pooler a long statement is ended by what the role is given, as the documents say', async () => {
  const { pool, server } = await emptyBehindPooler()
  // The start says so in the log.
  expect(await missingLimits(server().db)).toEqual(['idle_in_transaction_session_timeout', 'statement_timeout'])
  await limitStatements(pool, '200ms')
  // The pooler has a connection from before.
  await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  const { db } = server()
  await expect.poll(() => missingLimits(db)).toEqual(['idle_in_transaction_session_timeout'])
  await expect(sql`select pg_sleep(20)`.execute(db)).rejects.toMatchObject({ code: '57014' })
})

/** As the documents say, for this database alone: the role is also that of other tests. */
async function limitStatements(pool: ReturnType<typeof openDatabase>['pool'], time: string) {
  const { rows } = await pool.query('select current_database() as name')
  await pool.query(`alter role nikhad in database ${rows[0].name} set statement_timeout = '${time}'`)
}
