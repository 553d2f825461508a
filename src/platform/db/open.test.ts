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
