import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#src/app/server/app.server.ts'
import { type Person, testConfig, testWorld } from '#tests/world.server.ts'
import { mostFavourites } from './policy.ts'

const world = await testWorld()
afterAll(() => world.close())
const [rina, karim, sadia] = [
  await world.signUp('rina@example.org'),
  await world.signUp('karim@example.org'),
  await world.signUp('sadia@example.org'),
]
const number = await world.publish(sadia, { name: 'Sadia Rahman', perDivision: 'Sylhet', occupation: 'Teacher' })

const mark = async (by: Person, body: object) => (await world.call('POST', '/api/favorite-bioData', by, body)).body
const favouritesOf = async (person: Person) => (await world.call('GET', '/api/favorite', person)).body
/** The specification's call, and the profile, which has to say the same (nothing, of one's own). */
async function isMarked(person: Person) {
  const asked = (await world.call('GET', `/api/favorite-status/${number}/${person.email}`, person)).body.isFavorite
  const { body } = await world.call('GET', `/api/bioData/${sadia.id}`, person)
  expect(body.isFavorite).toBe(person === sadia ? undefined : asked)
  return asked
}

test('L1: one’s own favourites, each once, with name, address and occupation of the biodata, not of the body', async () => {
  const lies = { PermanentAddress: 'Mars', name: 'Forged', Occupation: 'Astronaut' }
  const { insertedId } = await mark(rina, { bioDataId: number, email: rina.email, ...lies })
  expect(await mark(rina, { bioDataId: number })).toEqual({ insertedId })
  const own = {
    _id: insertedId,
    bioDataId: number,
    bioData_id: sadia.id,
    email: rina.email,
    name: 'Sadia Rahman',
    PermanentAddress: 'Sylhet',
    Occupation: 'Teacher',
  }
  expect(await favouritesOf(rina)).toEqual([own])
  expect(await favouritesOf(karim)).toEqual([])
  await world.publish(sadia, { name: 'Sadia R.', perDivision: 'Khulna', occupation: 'Job' })
  expect(await favouritesOf(rina)).toEqual([
    { ...own, name: 'Sadia R.', PermanentAddress: 'Khulna', Occupation: 'Job' },
  ])
})

test('L1: a favourite is removed by its owner only, and can be marked again', async () => {
  const [{ _id }] = await favouritesOf(rina)
  const remove = (by: Person) => world.call('DELETE', `/api/delete-favorite/${_id}`, by)
  expect((await remove(karim)).status).toBe(404)
  expect(await favouritesOf(rina)).toHaveLength(1)
  expect((await remove(rina)).body).toEqual({ deletedCount: 1 })
  expect((await remove(rina)).status).toBe(404)
  expect(await favouritesOf(rina)).toEqual([])
  expect((await mark(rina, { bioDataId: number })).insertedId).toBeTruthy()
})

test('D3: marking is for the person alone, and marking again takes nothing away', async () => {
  expect(await isMarked(karim)).toBe(false)
  for (let i = 0; i < 2; i++) {
    await mark(karim, { bioDataId: number })
    expect(await isMarked(karim)).toBe(true)
  }
  expect(await isMarked(sadia)).toBe(false)
  expect((await world.call('POST', '/api/favorite-bioData', karim, { bioDataId: 999 })).status).toBe(404)
})

/** So many people with a biodata, made in the database: registering each would take longer than all else. */
async function crowd(size: number) {
  const { rows } = await sql<{ id: string; number: number }>`
    with made as (
      insert into users (name, email) select 'Somebody', gen_random_uuid() || '@many.example' from generate_series(1, ${size})
      returning id
    ) insert into biodata (id, name, gender, photo_url, birth, skin_color, height, weight, occupation, father_name,
      mother_name, division, present_division, partner_age, partner_height, partner_weight, phone)
    select id, 'Named Person', 'Female', null, '2000-01-01', 'Medium', 64, 55, 'Doctor', 'F', 'M', 'Dhaka', 'Dhaka', 29, 68,
      70, '+8801712345678' from made returning id, number`.execute(world.db)
  return rows
}
const markSent = (by: Person, number: number) => world.call('POST', '/api/favorite-bioData', by, { bioDataId: number })
/** The same on another server. */
async function otherServer() {
  const app = await buildApp({
    config: testConfig(),
    db: world.db,
    logLevel: 'silent',
    places: Number.POSITIVE_INFINITY,
    timeoutMs: 60_000,
  })
  const markThere = async (by: Person, number: number) => {
    const { statusCode: status, body } = await app.inject({
      method: 'POST',
      url: '/api/favorite-bioData',
      headers: { cookie: by.cookie },
      payload: { bioDataId: number },
    })
    return { status, body: JSON.parse(body) }
  }
  return { markThere, close: () => app.close() }
}

test('R2 L1: marking somebody counts as reading their profile: names cannot be collected by it', async () => {
  const collector = await world.signUp('collector@example.org')
  const people = await crowd(110)
  // Whose profile was read just now is marked without another look.
  for (const { id, number } of people.slice(0, 5)) {
    expect((await world.call('GET', `/api/bioData/${id}`, collector)).status).toBe(200)
    expect((await markSent(collector, number)).status).toBe(200)
  }
  const other = await otherServer()
  const answers = await Promise.all(
    people.slice(5).map(({ number }, n) => (n % 2 ? markSent : other.markThere)(collector, number)),
  )
  await other.close()
  // A hundred an hour, see readingLimits.
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(95)
  const refused = answers.filter(({ status }) => status !== 200)
  for (const { status, body } of refused) expect([status, body.code]).toEqual([429, 'reading-limit'])
  expect(await favouritesOf(collector)).toHaveLength(100)
  // Nor is it a way around for who has read that many.
  const unread = people.find((_, n) => n > 4 && answers[n - 5]!.status !== 200)!
  expect((await world.call('GET', `/api/bioData/${unread.id}`, collector)).status).toBe(429)
  const again = await markSent(collector, unread.number)
  expect(Number(again.headers['retry-after'])).toBeGreaterThan(3_000)
  // Who is no look at anybody: oneself, and who is marked already, also when that was long ago and there is room for nobody.
  const own = await world.publish(collector)
  await sql`update profile_views set at = at - interval '2 hours' where owner_id = ${people[0]!.id}`.execute(world.db)
  expect((await world.call('GET', `/api/bioData/${unread.id}`, collector)).status).toBe(200)
  for (const number of [own, people[0]!.number]) expect((await markSent(collector, number)).status).toBe(200)
})

test('L1 R2: there are so many favourites at most, also of two that come at once to two servers; then it says so', async () => {
  const keen = await world.makeAdmin(await world.signUp('keen@example.org'))
  const people = await crowd(mostFavourites + 1)
  await sql`insert into favourites (owner_id, biodata_id)
    select ${keen.id}, unnest(${people.slice(2).map(({ id }) => id)}::uuid[])`.execute(world.db)
  const holder = await world.pool.connect()
  // Both wait here, until both have come so far.
  await holder.query('begin; lock table favourites in exclusive mode')
  const other = await otherServer()
  const marks = Promise.all([markSent(keen, people[0]!.number), other.markThere(keen, people[1]!.number)])
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  do await holder.query('select pg_stat_clear_snapshot()')
  while ((await holder.query(waiting)).rowCount! < 2)
  await holder.query('commit')
  holder.release()
  const answers = await marks
  await other.close()
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'too-many-favourites' })
  const favourites = await favouritesOf(keen)
  expect(favourites).toHaveLength(mostFavourites)
  // Who is marked stays marked, and a member who removes one has room again.
  const { bioDataId, _id } = favourites[0]
  expect((await mark(keen, { bioDataId })).insertedId).toBe(_id)
  await world.call('DELETE', `/api/delete-favorite/${_id}`, keen)
  const left = people.slice(0, 2)[answers.findIndex(({ status }) => status === 409)]!
  expect((await markSent(keen, left.number)).status).toBe(200)
})
