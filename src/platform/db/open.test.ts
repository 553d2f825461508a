import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#tests/world.server.ts'
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

test('Z2: what is asked again and again is planned once, for any values, under a name; what answers `*` has none, but may read it', async () => {
  const { db, pool } = await testDatabase()
  const within = sql`select id from (select * from biodata) within`
  const one = (number: number) => db.selectFrom('biodata').select('id').where('number', '=', number)
  // Where it would be asked by several connections each would plan it.
  await db.connection().execute(async (connection) => {
    for (let n = 0; n < 6; n++) {
      await connection.executeQuery(one(n))
      await within.execute(connection)
      await connection.selectFrom('users').selectAll().where('email', '=', `${n}`).execute()
    }
    const { rows } = await sql<{ statement: string; customPlans: string; genericPlans: string }>`
      select statement, custom_plans, generic_plans from pg_prepared_statements`.execute(connection)
    expect(rows.filter(({ customPlans, genericPlans }) => customPlans !== '0' || genericPlans === '0')).toEqual([])
    const named = rows.map(({ statement }) => statement)
    expect(named).toContain(one(1).compile().sql)
    expect(named.filter((text) => text.includes('*'))).toEqual([within.compile(connection).sql])
  })
  await pool.end()
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

test('G3 Y3: the database ends a statement after ten seconds, and a transaction that asks nothing after fifteen', async () => {
  const { db, pool } = await testDatabase()
  onTestFinished(() => db.destroy())
  const show = async (limit: string) => (await pool.query(`show ${limit}`)).rows[0][limit]
  expect(await show('statement_timeout')).toBe('10s')
  expect(await show('idle_in_transaction_session_timeout')).toBe('15s')
})
