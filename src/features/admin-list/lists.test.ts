import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { payingWorld } from '#tests/paying.server.ts'
import { biodataOnTheWire } from '#tests/world.server.ts'

// 1,001 people by SQL: the first signs up and publishes, the others are made alike.
const many = 1_001
const world = await payingWorld()
afterAll(() => world.close())
const first = await world.signUp('first@example.org')
await world.publish(first)
const admin = await world.makeAdmin(await world.signUp('admin@example.org'))
const copies = sql`from users cross join generate_series(2, ${many}) as n where users.id = ${first.id}`
await sql`insert into users (id, name, email) select gen_random_uuid(), users.name, 'p' || n || '@example.org' ${copies}`.execute(
  world.db,
)
await sql`
  insert into biodata (id, name, gender, birth, skin_color, height, weight, occupation, father_name, mother_name, division,
    present_division, partner_age, partner_height, partner_weight, phone)
  select users.id, b.name, gender, birth, skin_color, height, weight, occupation, father_name, mother_name, division,
    present_division, partner_age, partner_height, partner_weight, phone
  from users, biodata b where users.id not in (${first.id}, ${admin.id})`.execute(world.db)
await sql`insert into premium (user_id, status) select id, 'pending' from biodata`.execute(world.db)
await sql`insert into favourites (owner_id, biodata_id) select ${admin.id}::uuid, id from biodata`.execute(world.db)
await sql`
  insert into payments (id, provider, provider_ref, user_id, biodata_id, amount, currency, status)
  select gen_random_uuid(), 'stripe', 'pi_' || number, ${admin.id}::uuid, id, 500, 'usd', 'succeeded' from biodata`.execute(
  world.db,
)
await sql`
  insert into contact_requests (id, user_id, biodata_id, payment_id)
  select gen_random_uuid(), user_id, biodata_id, id from payments`.execute(world.db)

/** Each list, how long it is, whether its screen shows a total, and how many rows an answer without a limit holds. */
const lists = [
  ['/api/bioData-filter?gander=Female', many, true, 1_000],
  ['/api/favorite', many, false, 1_000],
  ['/api/payments?mine=true', many, false, 1_000],
  // Emails of people, for an administrator.
  ['/api/allBioData', many, true, 100],
  ['/api/users', many + 1, false, 100],
  ['/api/premium-requests', many, false, 100],
  ['/api/payments', many, false, 100],
] as const

const nextOf = (link: unknown) => /^<([^>]+)>; rel="next"$/.exec(String(link ?? ''))?.[1]

test.each(lists)(
  'G5: %s without a limit answers 1,000 rows, or 100 with emails, in a plain array and names the next page',
  async (...list) => {
    const [address, length, hasTotal, most] = list
    const answer = await world.call('GET', address, admin)
    expect(answer.status).toBe(200)
    expect(answer.body).toHaveLength(most)
    if (hasTotal) expect(answer.headers['x-total-count']).toBe(String(length))
    const ids: string[] = answer.body.map(({ _id }: { _id: string }) => _id)
    for (let { headers } = answer, next = nextOf(headers.link); next; next = nextOf(headers.link)) {
      const rest = await world.call('GET', next, admin)
      expect(rest.body.length).toBe(Math.min(most, length - ids.length))
      ids.push(...rest.body.map(({ _id }: { _id: string }) => _id))
      headers = rest.headers
    }
    expect(new Set(ids).size).toBe(length)
  },
)

test.each(lists)('G5: %s is read in pages of 100 without a gap or a repetition', async (address, length) => {
  const whole = await world.call('GET', address, admin)
  const ids: string[] = []
  let next: string | undefined = `${address}${address.includes('?') ? '&' : '?'}limit=100`
  for (let pages = 0; next; pages++) {
    expect(pages).toBeLessThan(12)
    const { body, headers } = await world.call('GET', next, admin)
    expect(body.length).toBeLessThanOrEqual(100)
    ids.push(...body.map(({ _id }: { _id: string }) => _id))
    next = nextOf(headers.link)
    if (next) expect(next).toContain('limit=100')
  }
  expect(ids).toHaveLength(length)
  expect(new Set(ids).size).toBe(length)
  expect(ids.slice(0, whole.body.length)).toEqual(whole.body.map(({ _id }: { _id: string }) => _id))
})

test('G5: who comes while somebody pages does not shift the pages', async () => {
  const page = await world.call('GET', '/api/bioData-filter?limit=10', admin)
  const late = await world.signUp('late@example.org')
  await world.call('PATCH', '/api/bioData', late, biodataOnTheWire())
  const next = await world.call('GET', nextOf(page.headers.link)!, admin)
  const last = page.body.at(-1).bioDataId
  expect(next.body.map(({ bioDataId }: { bioDataId: number }) => bioDataId)).toEqual(
    Array.from({ length: 10 }, (_, i) => last - 1 - i),
  )
})
