import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { noon, testWorld } from '#tests/world.server.ts'
import { fill, HasPeople, wrongTotals } from './fill.ts'

const now = noon
const world = await testWorld({ clock: () => now })
afterAll(() => world.close())

const ask = async (pool: pg.Pool, text: string) => (await pool.query(text)).rows
/** Indexes, keys and triggers, as they are made. */
const shape = (pool: pg.Pool) =>
  ask(
    pool,
    `select indexdef as made from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal order by 1`,
  )
const before = await shape(world.pool)
await fill(world.pool, { count: 1500, seed: 7, now })

test('Z2: generated people come with all they do, and leave every index, key and trigger as it was', async () => {
  expect(await shape(world.pool)).toEqual(before)
  const [counts] = await ask(
    world.pool,
    `select (select count(*)::int from biodata) as biodata, (select count(*)::int from users) as users,
      (select count(*)::int from premium) as premium, (select count(*)::int from favourites) as favourites,
      (select count(*)::int from contact_requests) as requests, (select count(*)::int from contact_views) as looks,
      (select count(*)::int from audit_log) as actions, (select count(*)::int from reports) as reports`,
  )
  expect(counts.biodata).toBe(1500)
  expect(counts.users).toBe(1500 + 75 + 3)
  expect(counts.favourites).toBeGreaterThan(1200)
  for (const what of ['premium', 'requests', 'looks', 'actions']) expect(counts[what], what).toBeGreaterThan(90)
  const [{ first, last }] = await ask(world.pool, 'select min(number) as first, max(number) as last from biodata')
  expect([first, last]).toEqual([1, 1500])
})

test('Z2: what is kept twice agrees: totals, marks of premium and of the suspended, the numbers of requests and looks, and who asks', async () => {
  const { body, headers } = await world.call('GET', '/api/bioData-filter?gander=Female&limit=5')
  const [{ n }] = await ask(world.pool, `select count(*) as n from biodata where published and gender = 'Female'`)
  expect(body).toHaveLength(5)
  expect(headers['x-total-count']).toBe(n)
  const [wrong] = await ask(
    world.pool,
    `select
      (select count(*)::int from biodata b where premium <> exists (select from premium p where p.user_id = b.id and status = 'approve')) as premium,
      (select count(*)::int from biodata b join users u using (id) where suspended <> (suspended_at is not null)) as suspended,
      (select count(*)::int from contact_requests r join biodata b on b.id = r.biodata_id where r.number <> b.number) as requests,
      (select count(*)::int from contact_requests r join users u on u.id = r.user_id
        where (asker_name, asker_email) is distinct from (u.name, u.email)) as askers,
      (select count(*)::int from premium p join users u on u.id = p.user_id left join biodata b on b.id = u.id
        where (asker_name, asker_email, p.number) is distinct from (u.name, u.email, b.number)) as "premium requests",
      (select count(*)::int from contact_views v join biodata b on b.id = v.viewer_id where v.viewer_number <> b.number) as looks`,
  )
  expect(await wrongTotals(world.pool)).toBe(0)
  expect(wrong).toEqual({ premium: 0, suspended: 0, requests: 0, askers: 0, 'premium requests': 0, looks: 0 })
})

test('Z2: nobody gets invented people among their own unasked; added ones go on with the numbers', async () => {
  await expect(fill(world.pool, { count: 10, seed: 7, now })).rejects.toThrow(HasPeople)
  await fill(world.pool, { count: 500, seed: 7, now, isAdded: true })
  const [found] = await ask(
    world.pool,
    `select count(*)::int as n, max(number) as last, (select sum(n)::int from biodata_count where marital_status = 'any' and period = 'year') as total,
      count(*) filter (where published)::int as published from biodata`,
  )
  expect(found).toMatchObject({ n: 2000, total: found.published })
  // A try that was refused has used up a number.
  expect(found.last).toBeGreaterThanOrEqual(2000)
  expect(await wrongTotals(world.pool)).toBe(0)
})

test('Z2: the same seed makes the same site', async () => {
  const other = await testWorld({ clock: () => now })
  await fill(other.pool, { count: 300, seed: 7, now })
  const people = `select id, number, name, birth, division, published from biodata where number <= 300 order by number`
  const [one, same] = [await ask(world.pool, people), await ask(other.pool, people)]
  expect(same).toHaveLength(300)
  expect(same.map(({ name, birth }) => [name, birth])).toEqual(one.map(({ name, birth }) => [name, birth]))
  await other.close()
})
