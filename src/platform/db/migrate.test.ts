import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { wrongTotals } from '#bench/fill.ts'
import { emptyDatabase } from '#test/world.server.ts'
import { MigrationFailed, migrate, migrateAsOwner, migrationNames } from './migrate.server.ts'
import { openDatabase } from './open.server.ts'

/** A site with people in it, as the version before the newest migrations left it. */
async function siteOf(migrations: number) {
  const { db, pool } = await emptyDatabase()
  onTestFinished(() => db.destroy())
  const names = await migrationNames()
  await migrate(db, { to: names.at(migrations)! })
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
  return { db, pool, names, people }
}

test.each([-2, -3, 5])('Y2 Y3: an upgrade from the migrations up to %d keeps everybody', async (before) => {
  const { db, pool, names, people } = await siteOf(before)
  const those = await people()
  expect(await migrate(db)).toEqual(names.slice(names.indexOf(names.at(before)!) + 1))
  expect(await people()).toEqual(those)
  expect(those).toHaveLength(50)
  // What is counted and copied from then on was there before.
  expect(await wrongTotals(pool)).toBe(0)
  const { rows } = await pool.query(
    `select asker_name from contact_requests union all select asker_name from premium where number is not null`,
  )
  expect(rows.filter(({ asker_name }) => /^Person \d+$/.test(asker_name))).toHaveLength(49 + 30)
})

test('R9: an upgrade keeps wishes from before private, and copies who agreed to show a belief', async () => {
  const before = (await migrationNames()).indexOf('0038-wishes-shown') - 1
  const { db, pool } = await siteOf(before)
  await pool.query(`
    update biodata set partner_age_from = 20 where number = 1;
    update biodata set partner_religion = '{Islam}' where number = 2;
    update biodata set partner_weight_matters = 'any' where number = 3;
    insert into consents (user_id, what, version, taken_back_at)
      select id, 'faith', 2, case number when 5 then now() end from biodata where number in (4, 5)`)
  await migrate(db)
  const whose = async (what: string) =>
    (await pool.query(`select number from biodata where ${what} order by number`)).rows.map(({ number }) => number)
  expect(await whose('partner_wishes_private')).toEqual([1, 2, 3])
  expect(await whose('shows_faith')).toEqual([4])
  const { rows } = await pool.query(
    'select count(*)::integer as n from biodata_to_list join listed_biodata using (number, musts, wished, partner_age_least)',
  )
  expect(rows[0].n).toBe(50)
})

test('Y2 Y3: a migration that fails leaves the database as it was, with those before it undone, and says so', async () => {
  const { db, pool, names, people } = await siteOf(-2)
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp('migrations', folder, { recursive: true })
  await writeFile(
    join(folder, '9000-fails.sql'),
    `update users set name = 'lost'; drop table favourites; select 1 / 0;`,
  )
  const schema = async () =>
    (
      await pool.query(
        `select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2`,
      )
    ).rows
  const before = [await people(), await schema()]
  const failing = migrate(db, { folder })
  await expect(failing).rejects.toThrow(MigrationFailed)
  await expect(failing).rejects.toThrow(
    /^The migration 9000-fails failed: division by zero\. The database is as it was/,
  )
  expect([await people(), await schema()]).toEqual(before)
  // The version before goes on with it, and a mended one takes it further.
  expect(await migrate(db, { to: names.at(-2)! })).toEqual([])
  expect(await migrate(db)).toEqual([names.at(-1)])
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
