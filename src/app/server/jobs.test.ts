import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '#tests/world.server.ts'
import { startJobs, stopTimeoutMs } from './jobs.server.ts'

it('X4: of two servers one does the job at its time; one that fails is logged and does not stop the next', {
  tags: 'trial',
}, async () => {
  const { db, pool } = await testDatabase()
  const logged: object[] = []
  const ran = Promise.withResolvers<void>()
  let runs = 0
  const work = async () => {
    runs++
    if (runs === 1) throw new Error('the first one fails')
    ran.resolve()
  }
  const log = { error: (what: object) => void logged.push(what) }
  const servers = [await startJobs(pool, log), await startJobs(pool, log)]
  for (const jobs of servers) await jobs.repeat('work', '* * * * *', work)
  // What the schedule does every minute.
  await pool.query(`insert into jobs.job (name, start_after) values ('work', now() - interval '1 minute')`)
  await expect.poll(() => runs, { timeout: 15_000 }).toBe(1)
  await expect
    .poll(async () => (await pool.query(`select from jobs.job where name = 'work' and state <> 'completed'`)).rowCount)
    .toBe(0)
  await pool.query(`insert into jobs.job (name) values ('work')`)
  await ran.promise
  expect(logged).toHaveLength(1)
  const { rows } = await pool.query('select name, cron from jobs.schedule')
  expect(rows).toEqual([{ name: 'work', cron: '* * * * *' }])

  const started = performance.now()
  await Promise.all(servers.map((jobs) => jobs.stop()))
  await db.destroy()
  expect(performance.now() - started).toBeLessThan(stopTimeoutMs)
  expect(logged).toHaveLength(1)
})

it('X4: of a job one run is kept at a time, for two minutes at most; one that failed comes again at its next time', async () => {
  const { db, pool } = await testDatabase()
  onTestFinished(() => db.destroy())
  const jobs = await startJobs(pool, { error() {} })
  await jobs.repeat('work', '* * * * *', async () => {})
  await jobs.stop()
  const { rows } = await pool.query(
    `select policy, expire_seconds, retry_limit, deletion_seconds from jobs.queue where name = 'work'`,
  )
  expect(rows).toEqual([{ policy: 'exclusive', expire_seconds: 120, retry_limit: 0, deletion_seconds: 3600 }])
})
