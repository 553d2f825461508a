import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { wrongTotals } from '#demo/population/fill.ts'
import { schemaOf } from '#tests/schema.server.ts'
import { emptyDatabase, testDatabase } from '#tests/world.server.ts'
import { MigrationFailed, migrate, migrateAsOwner } from './migrate.server.ts'
import { openDatabase } from './open.server.ts'

/** A site with people in it, and the folder of a version with more migrations. */
async function siteToUpgrade(more: Record<string, string>) {
  const { db, pool } = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-migrations-'))
  onTestFinished(async () => {
    await Promise.all([db.destroy(), rm(folder, { recursive: true })])
  })
  await cp('migrations', folder, { recursive: true })
  for (const [name, text] of Object.entries(more)) await writeFile(join(folder, `${name}.sql`), text)
  await pool.query(`
    insert into users (name, email) select 'Person ' || n, 'p' || n || '@x.example' from generate_series(1, 50) n;
    insert into biodata (id, name, gender, birth, skin_color, height, weight, occupation, father_name, mother_name, division, present_division, partner_age, partner_height, partner_weight, phone)
      select id, name, 'Male', '1990-01-01', 'Fair', 66, 60, 'Engineer', 'Father', 'Mother', 'Dhaka', 'Sylhet', 25, 62, 55, '+8801712345678' from users;
    insert into premium (user_id, status, requested_at, approved_at)
      select id, 'pending', '2026-03-01'::timestamptz, null::timestamptz from biodata where number % 5 in (2, 4)
      union all select id, 'approve', '2026-03-01', '2026-03-02T20:00:00Z'::timestamptz from biodata where number % 5 = 1;
    insert into payments (provider, provider_ref, user_id, biodata_id, amount, currency, status)
      select 'stripe', other.number, own.id, other.id, 500, case when own.number > 9 then 'usd' else 'bdt' end, 'succeeded'
      from biodata own join biodata other on other.number = own.number + 1;
    insert into contact_requests (user_id, biodata_id, payment_id, status, approved_at)
      select user_id, biodata_id, id, 'approve', now() from payments where currency = 'usd'
      union all select user_id, biodata_id, id, 'pending', null from payments where currency = 'bdt'`)
  const people = async () =>
    (
      await pool.query(
        'select id, number, name, email, father_name, phone from users join biodata using (id, name) order by id',
      )
    ).rows
  return { db, pool, folder, people }
}

test('Y2 Y3: an upgrade keeps everybody, and what is counted and copied of them', async () => {
  const { db, pool, folder, people } = await siteToUpgrade({
    '9000-more': 'alter table users add column more text; update users set more = name',
  })
  const those = await people()
  expect(await migrate(db, { folder })).toEqual(['9000-more'])
  expect(await people()).toEqual(those)
  expect(those).toHaveLength(50)
  expect(await wrongTotals(pool)).toBe(0)
  const { rows } = await pool.query(
    `select asker_name from contact_requests union all select asker_name from premium where number is not null`,
  )
  expect(rows.filter(({ asker_name }) => /^Person \d+$/.test(asker_name))).toHaveLength(49 + 30)
})

test('Y2 Y3: a migration that fails leaves the database as it was, with those before it undone, and says so', async () => {
  const { db, pool, folder, people } = await siteToUpgrade({
    '8000-more': 'alter table users add column more text',
    '9000-fails': `update users set name = 'lost'; drop table favourites; select 1 / 0;`,
  })
  const before = [await people(), await schemaOf(pool)]
  const failing = migrate(db, { folder })
  await expect(failing).rejects.toThrow(MigrationFailed)
  await expect(failing).rejects.toThrow(
    /^The migration 9000-fails failed: division by zero\. The database is as it was/,
  )
  expect([await people(), await schemaOf(pool)]).toEqual(before)
  // The version before goes on with it, and a mended one takes it further.
  expect(await migrate(db)).toEqual([])
  await writeFile(join(folder, '9000-fails.sql'), 'drop table favourites')
  expect(await migrate(db, { folder })).toEqual(['8000-more', '9000-fails'])
})

/** Which of the transactions made this function: a new number each time it is made anew. */
const madeBy = async (pool: pg.Pool, name: string) =>
  (await pool.query('select xmin::text as it from pg_proc where proname = $1', [name])).rows[0]?.it

test('a start makes functions and triggers anew when their text has changed, and at no other start', async () => {
  const { db, pool } = await testDatabase()
  onTestFinished(() => db.destroy())
  const whole = await schemaOf(pool)
  const first = await madeBy(pool, 'end_waiting')
  expect(await migrate(db)).toEqual([])
  expect(await madeBy(pool, 'end_waiting')).toBe(first)
  // As a version with other texts left it.
  await pool.query(`
    create or replace function end_waiting(requests uuid[], why text) returns void language plpgsql as 'begin end';
    drop trigger user_suspended on users;
    comment on table kysely_migration is 'of another version'`)
  await migrate(db)
  expect(await schemaOf(pool)).toBe(whole)
})

test('a migration may remove a function that triggers use: they are made anew after it', async () => {
  const { db, pool, folder } = await siteToUpgrade({ '9000-drops': 'drop function suspend_user() cascade' })
  const whole = await schemaOf(pool)
  expect(await migrate(db, { folder })).toEqual(['9000-drops'])
  expect(await schemaOf(pool)).toBe(whole)
})

test('Y2: functions that cannot be made leave the database as it was, and the message names their file', async () => {
  const { db, pool } = await testDatabase()
  onTestFinished(() => db.destroy())
  await pool.query(`
    drop function forget_old_lines();
    create function forget_old_lines() returns integer language sql as 'select 1';
    comment on table kysely_migration is 'of another version'`)
  const before = await schemaOf(pool)
  await expect(migrate(db)).rejects.toThrow(
    /^Making the database functions failed: src\/platform\/db\/audit\.sql: cannot change return type.* The database is as it was/,
  )
  expect(await schemaOf(pool)).toBe(before)
})

test('X9: a migration may take longer than any request, whatever limits the server has', async () => {
  const { db, connection } = await emptyDatabase()
  const limited = openDatabase({ ...connection, statement_timeout: 100, query_timeout: 150 })
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-migrations-'))
  onTestFinished(async () => {
    await Promise.all([db.destroy(), limited.db.destroy(), rm(folder, { recursive: true })])
  })
  await cp('migrations', folder, { recursive: true })
  await writeFile(join(folder, '9000-long.sql'), 'select pg_sleep(0.4)')
  expect(await migrateAsOwner(limited, undefined, { folder })).toContain('9000-long')
})
