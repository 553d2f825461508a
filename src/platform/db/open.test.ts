import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#test/world.server.ts'
import { isDatabaseAway } from './open.server.ts'

test('G3 Y3: of a transaction whose connection ends within it is said that the database is away, not that we failed', async () => {
  const { db, pool } = await testDatabase()
  onTestFinished(() => db.destroy())
  const failed = await db
    .transaction()
    .execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      const { pid } = rows[0]!
      await pool.query('select pg_terminate_backend($1)', [pid])
      // Until it is gone, and the connection here has heard of it.
      while ((await pool.query('select from pg_stat_activity where pid = $1', [pid])).rowCount);
      await sql`select 1`.execute(trx)
    })
    .catch((error: unknown) => error)
  expect(failed).toSatisfy(isDatabaseAway)
})

test.each([
  ['53100', 'could not extend file "base/5/16384": No space left on device', true],
  ['42501', 'could not open file "base/5/16384": Read-only file system', true],
  ['58030', 'could not write to file "pg_wal/xlogtemp.7": Input/output error', true],
  ['42501', 'permission denied for table users', false],
])('G3 Y3: %s, %s: is it worth another try: %s', async (code, message, isWorth) => {
  const { db } = await testDatabase()
  onTestFinished(() => db.destroy())
  const failing = sql.raw(`do $$ begin raise exception using errcode = '${code}', message = '${message}'; end $$`)
  const error = await failing.execute(db).catch((error) => error)
  expect(error).toMatchObject({ code, message })
  expect(isDatabaseAway(error)).toBe(isWorth)
})
