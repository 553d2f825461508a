import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#src/app/server/app.server.ts'
import { removeOld } from '#tests/old-rows.server.ts'
import { cursorOf, noon, type Person, testConfig, testWorld } from '#tests/world.server.ts'

const start = noon
let now = start
const clock = () => now
const minutesLater = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const premiumContactsADay = 3
const config = testConfig({ premiumContactsADay, mail: { from: 'site@mail.example' } })
const world = await testWorld({ clock, config })
afterAll(() => world.close())

/** So many people who can be read, made in the database: registering each would take longer than all else. */
const { rows: people } = await sql<{ id: string; number: number }>`
  with made as (
    insert into users (name, email) select 'Person ' || n, 'person' || n || '@many.example' from generate_series(1, 320) n returning id
  ) insert into biodata (id, name, gender, photo_url, birth, skin_color, height, weight, occupation, father_name, mother_name,
    division, present_division, partner_age, partner_height, partner_weight, phone)
  select id, 'Somebody', 'Female', null, '2000-01-01', 'Medium', 64, 55, 'Doctor', 'F', 'M', 'Dhaka', 'Dhaka', 29, 68, 70,
    '+8801712345678' from made returning id, number`.execute(world.db)

let round = 0
/** A member for a year, with a confirmed email. */
async function settled() {
  const person = await world.signUp(`reader-${++round}@example.org`)
  await world.db
    .updateTable('users')
    .set({ createdAt: new Date('2025-11-20'), emailVerified: true })
    .where('id', '=', person.id)
    .execute()
  return person
}
const read = (by: Person, place: number) => world.call('GET', `/api/bioData/${people[place]!.id}`, by)
/** Others whom somebody has looked at by now: to read all of them takes longer than all else. */
const looked = (by: Person, times: number, hoursAgo = 0) =>
  sql`insert into profile_views (viewer_id, owner_id, at)
    select ${by.id}, gen_random_uuid(), ${now}::timestamptz - ${hoursAgo} * interval '1 hour'
    from generate_series(1, ${times})`.execute(world.db)
/** Reads people at these places one after the other, and answers how many were shown before the first refusal. */
async function readMany(by: Person, from: number, most: number) {
  for (let n = 0; n < most; n++) if ((await read(by, from + n)).status !== 200) return n
  return most
}

beforeEach(() => {
  now = start
})

/** Ends once so many statements wait for a lock. Inside a transaction PostgreSQL knows only the connections it began with. */
async function untilWaiting(holder: PoolClient, many: number) {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  do await holder.query('select pg_stat_clear_snapshot()')
  while ((await holder.query(waiting)).rowCount! < many)
}

test('R2: a confirmed account reads a hundred full profiles an hour; the next is refused with the seconds until one is free', async () => {
  const reader = await settled()
  await read(reader, 0)
  minutesLater(10)
  expect(await readMany(reader, 1, 110)).toBe(99)
  const refused = await read(reader, 101)
  expect([refused.status, refused.body.code]).toEqual([429, 'reading-limit'])
  expect(Number(refused.headers['retry-after'])).toBe(50 * 60)
  // A refused look is not counted, one at the same person neither, and other accounts are none the worse.
  expect((await read(reader, 30)).status).toBe(200)
  expect((await read(await settled(), 101)).status).toBe(200)
  minutesLater(49)
  expect((await read(reader, 101)).status).toBe(429)
  minutesLater(1)
  expect(await readMany(reader, 101, 3)).toBe(1)
})

test('R2: three hundred in a day, however they are spread', async () => {
  const reader = await settled()
  for (const from of [0, 100, 200]) {
    await looked(reader, 95)
    expect(await readMany(reader, from, 5)).toBe(5)
    minutesLater(61)
  }
  const refused = await read(reader, 305)
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, (24 * 60 - 3 * 61) * 60])
  minutesLater(24 * 60 - 3 * 61)
  expect((await read(reader, 305)).status).toBe(200)
})

test('R2: says how many profiles are left from the last ten on, the same again for a second look', async () => {
  const reader = await settled()
  const left = async (place: number) => (await read(reader, place)).body.profilesLeft
  await looked(reader, 86)
  for (let place = 0; place < 3; place++) expect(await left(place)).toBeUndefined()
  expect([await left(89), await left(90), await left(90), await left(2)]).toEqual([10, 9, 9, 9])
  for (let place = 91; place < 100; place++) expect(await left(place)).toBe(99 - place)
  expect((await read(reader, 100)).status).toBe(429)
  // The day is as near its end as the hour was.
  const other = await settled()
  await looked(other, 295, 2)
  expect((await read(other, 0)).body.profilesLeft).toBe(4)
  expect((await read(await world.makeAdmin(other), 1)).body).not.toHaveProperty('profilesLeft')
})

test('R2: where both the hour and the day are full, it is said when both have room', async () => {
  const reader = await settled()
  await looked(reader, 200, 20)
  await looked(reader, 100, 0.5)
  expect(Number((await read(reader, 0)).headers['retry-after'])).toBe(4 * 60 * 60)
})

test('R2: looking again within the hour counts once, later as another look', async () => {
  const reader = await settled()
  await looked(reader, 90)
  for (let n = 0; n < 20; n++) expect((await read(reader, 0)).status).toBe(200)
  expect(await readMany(reader, 1, 20)).toBe(9)
  minutesLater(61)
  await read(reader, 0)
  await looked(reader, 90)
  expect(await readMany(reader, 110, 20)).toBe(9)
})

test('R2: a profile that stays open for hours is one look', async () => {
  const reader = await settled()
  await looked(reader, 99, 23)
  const ofBoth = { viewerId: reader.id, ownerId: people[0]!.id }
  const looks = () =>
    world.db
      .selectFrom('profileViews')
      .select('at')
      .where(({ and }) => and(ofBoth))
      .execute()
  for (let n = 0; n < 9; n++) {
    expect((await read(reader, 0)).status).toBe(200)
    minutesLater(20)
  }
  expect(await looks()).toEqual([{ at: new Date(now.getTime() - 20 * 60_000) }])
})

test('R2: where forty more may be read, of eighty at once forty are, on two servers as on one', async () => {
  const reader = await settled()
  await looked(reader, 60)
  const other = await buildApp({
    ...{ config, db: world.db, clock, logLevel: 'silent' },
    ...{ places: Number.POSITIVE_INFINITY, timeoutMs: 60_000 },
  })
  const onOther = (place: number) =>
    other.inject({ url: `/api/bioData/${people[place]!.id}`, headers: { cookie: reader.cookie } })
  const answers = await Promise.all(
    Array.from({ length: 80 }, async (_, n) =>
      n % 2 ? (await read(reader, 60 + n)).status : (await onOther(60 + n)).statusCode,
    ),
  )
  await other.close()
  expect(answers.filter((status) => status === 200)).toHaveLength(40)
  expect(answers.filter((status) => status === 429)).toHaveLength(40)
})

test('R2: of looks that come in the same moment as many are shown as are left', async () => {
  const reader = await settled()
  await looked(reader, 98)
  const holder = await world.pool.connect()
  // Every look that would be written down waits here, until all of them have come that far.
  await holder.query('begin; lock table profile_views in exclusive mode')
  const looks = Promise.all(Array.from({ length: 8 }, (_, place) => read(reader, place)))
  await untilWaiting(holder, 8)
  await holder.query('commit')
  holder.release()
  expect((await looks).filter(({ status }) => status === 200)).toHaveLength(2)
})

test('R2: an unconfirmed account reads forty an hour and a hundred and twenty a day; administrators are not limited', async () => {
  const reader = await settled()
  const change = (set: object) => world.db.updateTable('users').set(set).where('id', '=', reader.id).execute()
  await change({ emailVerified: false })
  for (const from of [0, 40, 80]) {
    await looked(reader, 35)
    expect(await readMany(reader, from, 10)).toBe(5)
    minutesLater(61)
  }
  expect((await read(reader, 120)).status).toBe(429)
  await change({ emailVerified: true })
  await looked(reader, 95)
  expect(await readMany(reader, 120, 10)).toBe(5)
  await world.makeAdmin(reader)
  await looked(reader, 200)
  // Contacts of administrators have a limit of their own (M8).
  const readThere = (place: number) => world.call('GET', `/api/bioData/${people[place]!.id}?contact=later`, reader)
  for (let place = 0; place < 10; place++) expect((await readThere(place)).status).toBe(200)
})

test('R2: a new account reads as much as an old one; where the site sends no mail, every account counts as confirmed', async () => {
  const without = await buildApp({ config: testConfig(), db: world.db, clock, logLevel: 'silent' })
  const reader = await settled()
  await world.db
    .updateTable('users')
    .set({ createdAt: start, emailVerified: false })
    .where('id', '=', reader.id)
    .execute()
  await looked(reader, 90)
  let shown = 0
  const readThere = (place: number) =>
    without.inject({ url: `/api/bioData/${people[place]!.id}`, headers: { cookie: reader.cookie } })
  while ((await readThere(shown)).statusCode === 200) shown++
  await without.close()
  expect(shown).toBe(10)
})

test('R2 SEC-N2: asking for one person’s card counts as reading the profile, once with it', async () => {
  const reader = await settled()
  const card = (place: number) => world.call('GET', `/api/bioData-card/${people[place]!.number}`, reader)
  await looked(reader, 90)
  for (let place = 0; place < 10; place++) expect((await card(place)).status).toBe(200)
  const refused = await card(10)
  expect([refused.status, refused.body.code]).toEqual([429, 'reading-limit'])
  // Somebody else's number, and one of nobody, cost nothing; the profile behind a card neither.
  expect((await world.call('GET', '/api/bioData-card/99999999', reader)).body).toBeNull()
  expect(await readMany(reader, 0, 15)).toBe(10)
})

/** An account at its limit of profiles. */
async function atLimit() {
  const reader = await settled()
  await looked(reader, 100)
  return reader
}
const request = (by: Person, place: number, status: 'pending' | 'approve' | 'withdrawn') =>
  sql`with paid as (
      insert into payments (provider, provider_ref, user_id, biodata_id, amount, currency, status)
      values ('stripe', ${`pi_${by.id}_${place}`}, ${by.id}, ${people[place]!.id}, 500, 'usd', 'succeeded') returning id
    ) insert into contact_requests (user_id, biodata_id, payment_id, status, approved_at, ended_at)
    select ${by.id}, ${people[place]!.id}, id, ${status}, case when ${status} = 'approve' then now() end,
      case when ${status} = 'withdrawn' then now() end from paid`.execute(world.db)

test('R2 SPEC-N1: opens a paid contact at the reading limit, and everybody who was asked', async () => {
  const reader = await atLimit()
  await request(reader, 0, 'approve')
  await request(reader, 1, 'pending')
  await request(reader, 2, 'withdrawn')
  expect((await read(reader, 0)).body).toMatchObject({ contact: 'shown', phoneNumber: '+8801712345678' })
  expect((await read(reader, 1)).body).toMatchObject({ contact: 'pending' })
  for (const place of [2, 3]) expect((await read(reader, place)).status).toBe(429)
  const card = (place: number) => world.call('GET', `/api/bioData-card/${people[place]!.number}`, reader)
  expect([(await card(0)).status, (await card(1)).status, (await card(3)).status]).toEqual([200, 200, 429])
})

test('R2 SPEC-N3: at the reading limit favourites open, and a removed one can be put back for an hour', async () => {
  const reader = await settled()
  const mark = (place: number) =>
    world.call('POST', '/api/favorite-bioData', reader, { bioDataId: people[place]!.number, email: reader.email })
  const { insertedId } = (await mark(0)).body
  await looked(reader, 99)
  minutesLater(5)
  expect((await read(reader, 1)).status).toBe(429)
  await sql`delete from profile_views where viewer_id = ${reader.id} and owner_id = ${people[0]!.id}`.execute(world.db)
  await sql`insert into profile_views (viewer_id, owner_id, at) values (${reader.id}, gen_random_uuid(), ${now})`.execute(
    world.db,
  )
  expect((await read(reader, 0)).status).toBe(200)
  const remove = (id: string) => world.call('DELETE', `/api/delete-favorite/${id}`, reader)
  expect((await remove(insertedId)).body).toEqual({ deletedCount: 1 })
  expect((await read(reader, 0)).status).toBe(429)
  expect((await mark(1)).status).toBe(429)
  const back = await mark(0)
  expect(back.status).toBe(200)
  expect((await read(reader, 0)).status).toBe(200)
  await remove(back.body.insertedId)
  minutesLater(50)
  await sql`update profile_views set at = ${now} where viewer_id = ${reader.id}`.execute(world.db)
  const again = await mark(0)
  expect(again.status).toBe(200)
  await remove(again.body.insertedId)
  minutesLater(60)
  await sql`update profile_views set at = ${now} where viewer_id = ${reader.id}`.execute(world.db)
  expect((await mark(0)).status).toBe(429)
})

test('R2: one’s own biodata, and what one does not find, are no look at anybody', async () => {
  const reader = await settled()
  await world.publish(reader)
  await world.call('GET', `/api/bioData/${reader.id}`, reader)
  await world.call('GET', '/api/bioData/00000000-0000-4000-8000-000000000000', reader)
  expect(await world.db.selectFrom('profileViews').selectAll().where('viewerId', '=', reader.id).execute()).toEqual([])
})

/** Others whom somebody has been shown so many hours ago. */
const shownBefore = (by: Person, many: number, hours: number) =>
  sql`insert into card_views (viewer_id, at, shown) values (${by.id}, ${now}::timestamptz - ${hours} * interval '1 hour',
    array(select 1000000 * ${hours + 1}::integer + n from generate_series(1, ${many}) n))`.execute(world.db)
const findBy = (by: Person, query: string) => world.call('GET', `/api/bioData-find${query}`, by)
const statusOf = async (by: Person, query: string) => (await findBy(by, query)).status
/** Three cards behind those of so many pages, which says nothing of how many there are. */
const pageOf = (page: number, limit = 3) =>
  `?limit=${limit}&after=${cursorOf('/bioData-find', people[200]!.number - page * limit)}`

test('R2: two thousand different people an hour are found by what members look for; people who were shown are shown again', async () => {
  const reader = await settled()
  await shownBefore(reader, 1_990, 0)
  minutesLater(20)
  expect(await statusOf(reader, '?limit=3')).toBe(200)
  expect(await statusOf(reader, pageOf(1))).toBe(200)
  expect(await statusOf(reader, pageOf(2))).toBe(200)
  // 1,990, nine people, and the question how many there are.
  const refused = await findBy(reader, pageOf(3))
  expect([refused.status, refused.body.code, Number(refused.headers['retry-after'])]).toEqual([
    429,
    'reading-limit',
    40 * 60,
  ])
  for (const seen of ['?limit=3', '?limit=2', pageOf(1), pageOf(2)]) expect(await statusOf(reader, seen)).toBe(200)
  for (const asked of ['?limit=2&minAge=20', '/new', '/without?religion=Islam'])
    expect(await statusOf(reader, asked)).toBe(429)
  expect(await statusOf(await settled(), pageOf(3))).toBe(200)
  minutesLater(39)
  expect(await statusOf(reader, pageOf(3))).toBe(429)
  minutesLater(1)
  expect(await statusOf(reader, pageOf(3))).toBe(200)
})

test('R2: says how many more people lists show, from the last ten lists on', async () => {
  const left = async (by: Person, query: string) => (await findBy(by, query)).headers['x-ratelimit-remaining']
  const reader = await settled()
  await shownBefore(reader, 1_794, 0)
  // Three people and the question how many there are, then three more and another question, then nobody new.
  expect([await left(reader, '?limit=3'), await left(reader, pageOf(1)), await left(reader, pageOf(1))]).toEqual([
    undefined,
    '199',
    '199',
  ])
  await shownBefore(reader, 199, 0)
  expect(await left(reader, '?limit=3')).toBe('0')
  // The day is as near its end as the hour was.
  const other = await settled()
  for (const hours of [20, 15, 10]) await shownBefore(other, 1_660, hours)
  expect(await left(other, '?limit=3')).toBe('16')
  await world.makeAdmin(other)
  expect(await left(other, '?limit=3')).toBeUndefined()
})

test('R2: five thousand different people a day, for unconfirmed accounts too; administrators all', async () => {
  const reader = await settled()
  for (const hours of [20, 15, 10]) await shownBefore(reader, 1_665, hours)
  expect(await statusOf(reader, pageOf(1))).toBe(200)
  const refused = await findBy(reader, pageOf(2))
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 4 * 60 * 60])
  await world.makeAdmin(reader)
  expect(await statusOf(reader, pageOf(2))).toBe(200)
  const other = await settled()
  await world.db.updateTable('users').set({ emailVerified: false }).where('id', '=', other.id).execute()
  await shownBefore(other, 1_995, 0)
  expect(await statusOf(other, pageOf(1))).toBe(200)
  expect(await statusOf(other, pageOf(2))).toBe(429)
})

test('R2: how many there are counts as one person for each question, each question once; a day later both count anew', async () => {
  const reader = await settled()
  const counted = async () => {
    const { rows } = await sql<{ n: number }>`
      select coalesce(sum(cardinality(shown)), 0)::integer as n from card_views where viewer_id = ${reader.id}`.execute(
      world.db,
    )
    return rows[0]!.n
  }
  for (const [asked, more] of [
    ['/new', 1],
    ['/new?minAge=20', 1],
    ['/without?religion=Hinduism&minAge=20', 2],
    ['?religion=Hinduism', 1],
    ['?limit=5', 6],
    ['?limit=4', 0],
    ['?limit=4&order=oldest', 4],
    // Nobody, behind somebody: it says as much of those behind.
    [`${pageOf(1)}&religion=Hinduism&minAge=70`, 1],
  ] as const) {
    const before = await counted()
    for (let times = 0; times < 2; times++) expect([asked, await statusOf(reader, asked)]).toEqual([asked, 200])
    expect([asked, (await counted()) - before]).toEqual([asked, more])
  }
  const { insertedId } = (await world.call('POST', '/api/me/searches', reader, { name: 'S', search: 'minAge=20' })).body
  expect(insertedId).toBeTruthy()
  const before = await counted()
  for (let times = 0; times < 2; times++)
    expect((await world.call('GET', '/api/me/new-people', reader)).status).toBe(200)
  expect((await counted()) - before).toBe(1)
  minutesLater(24 * 60)
  await statusOf(reader, '?limit=5')
  expect((await counted()) - before).toBe(1 + 6)
})

test('R2: of pages of a list that are asked for in the same moment, on two servers, as many are shown as there is room for', async () => {
  const reader = await settled()
  await shownBefore(reader, 1_993, 0)
  const other = await buildApp({
    config,
    db: world.db,
    clock,
    logLevel: 'silent',
    places: Number.POSITIVE_INFINITY,
    timeoutMs: 60_000,
  })
  const holder = await world.pool.connect()
  await holder.query('begin; lock table card_views in exclusive mode')
  const answers = Promise.all(
    Array.from({ length: 8 }, async (_, page) => {
      if (page % 2) return statusOf(reader, pageOf(page))
      const url = `/api/bioData-find${pageOf(page)}`
      return (await other.inject({ url, headers: { cookie: reader.cookie } })).statusCode
    }),
  )
  await untilWaiting(holder, 8)
  await holder.query('commit')
  holder.release()
  expect((await answers).toSorted()).toEqual([200, 200, 429, 429, 429, 429, 429, 429])
  await other.close()
})

test('R2: without a limit a search answers one page, and what says how many are found counts as a list of the network', async () => {
  const reader = await settled()
  expect((await findBy(reader, '')).body).toHaveLength(12)
  expect(await statusOf(reader, '?limit=101')).toBe(422)
  const by = { ...reader, network: '198.51.100.90' }
  const answers = []
  for (let n = 0; n < 210; n++) answers.push(await statusOf(by, n % 2 ? '/new' : '/without?religion=Islam'))
  expect(answers.filter((status) => status === 200)).toHaveLength(200)
  expect(answers.at(-1)).toBe(429)
})

const contactOf = async (by: Person, place: number) => (await read(by, place)).body
/** When a person's last look at a contact was, so many hours ago. */
async function lookedHoursAgo(by: Person, place: number, hours: number) {
  await sql`insert into contact_views (owner_id, viewer_id, by_right, at)
    values (${people[place]!.id}, ${by.id}, 'premium', now() - ${hours} * interval '1 hour')`.execute(world.db)
}

test('R2: a premium member sees so many contacts in any 24 hours, then when the next one opens', async () => {
  const premium = await world.makePremium(await settled())
  await lookedHoursAgo(premium, 0, 25)
  await lookedHoursAgo(premium, 1, 20)
  for (const place of [2, 3]) expect(await contactOf(premium, place)).toMatchObject({ contact: 'shown' })
  const limited = await contactOf(premium, 4)
  expect(limited).toMatchObject({ contact: 'limited', bioDataId: people[4]!.number, name: 'Somebody' })
  for (const field of ['phoneNumber', 'email', 'photoUrl']) expect(limited).not.toHaveProperty(field)
  const opensIn = Date.parse(limited.contactFrom) - Date.now()
  expect(Math.abs(opensIn - 4 * 60 * 60_000)).toBeLessThan(60_000)
  // Whom they saw within these hours they see again, and nothing is written of what was not shown.
  for (const place of [1, 2]) expect(await contactOf(premium, place)).toHaveProperty('phoneNumber')
  const lines = await world.db.selectFrom('contactViews').select('ownerId').where('viewerId', '=', premium.id).execute()
  expect(lines.filter(({ ownerId }) => ownerId === people[4]!.id)).toEqual([])
  // Looking again is a look: who was seen twenty hours ago counts from now on.
  expect(Date.parse((await contactOf(premium, 4)).contactFrom)).toBeGreaterThan(Date.now() + 23 * 60 * 60_000)
})

test('R2: twenty contacts at once, on two servers, are as many as one premium member may see', async () => {
  const premium = await world.makePremium(await settled())
  const other = await buildApp({
    config,
    db: world.db,
    clock,
    logLevel: 'silent',
    places: Number.POSITIVE_INFINITY,
    timeoutMs: 60_000,
  })
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, place) => {
      const url = `/api/bioData/${people[place]!.id}`
      if (place % 2) return (await world.call('GET', url, premium)).body
      return (await other.inject({ url, headers: { cookie: premium.cookie } })).json()
    }),
  )
  await other.close()
  expect(answers.filter(({ phoneNumber }) => phoneNumber)).toHaveLength(premiumContactsADay)
  expect(answers.filter(({ contact }) => contact === 'limited')).toHaveLength(20 - premiumContactsADay)
})

test('R2: what a premium member has paid for is not counted among them', async () => {
  const premium = await world.makePremium(await settled())
  for (const place of [5, 7])
    await sql`with paid as (
        insert into payments (provider, provider_ref, user_id, biodata_id, amount, currency, status)
        values ('stripe', ${`pi_limit_${place}`}, ${premium.id}, ${people[place]!.id}, 500, 'usd', 'succeeded') returning id
      ) insert into contact_requests (user_id, biodata_id, payment_id, status, approved_at)
      select ${premium.id}, ${people[place]!.id}, id, 'approve', now() from paid`.execute(world.db)
  for (const place of [7, 0, 1, 2]) expect(await contactOf(premium, place)).toMatchObject({ contact: 'shown' })
  expect(await contactOf(premium, 5)).toMatchObject({ contact: 'shown', phoneNumber: '+8801712345678' })
  expect(await contactOf(premium, 6)).toMatchObject({ contact: 'limited' })
})

test('R2: lists are limited per network, two hundred a minute; other networks and administrators are not', async () => {
  const from = (network: string, url: string, by?: Person) =>
    world.app.inject({ url, remoteAddress: network, headers: { cookie: by?.cookie ?? '' } })
  const urls = ['/api/bioData-filter?gander=Male&limit=20', '/api/allBioData?limit=1']
  const answers = await Promise.all(Array.from({ length: 210 }, (_, n) => from('198.51.100.1', urls[n % 2]!)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(200)
  const refused = answers.find(({ statusCode }) => statusCode === 429)!
  expect([refused.json().code, refused.headers['retry-after']]).toEqual(['reading-limit', '1'])
  const member = await settled()
  expect((await from('198.51.100.1', urls[1]!, member)).statusCode).toBe(429)
  const admin = await world.makeAdmin(member)
  expect((await from('198.51.100.1', urls[1]!, admin)).statusCode).toBe(200)
  expect((await from('198.51.100.2', urls[0]!)).statusCode).toBe(200)
  // What is always the same for everybody is no list to copy.
  expect((await from('198.51.100.1', '/api/premium-bioData')).statusCode).toBe(200)
  minutesLater(1)
  const again = await Promise.all(Array.from({ length: 210 }, (_, n) => from('198.51.100.1', urls[n % 2]!)))
  expect(again.filter(({ statusCode }) => statusCode === 200)).toHaveLength(200)
})

test('R2: a list of many cards counts as the pages that they would be, once it is known how many there were', async () => {
  const from = (url: string) => world.app.inject({ url: `/api/${url}`, remoteAddress: '198.51.100.3' })
  // What may be a thousand cards has to have room for them.
  const begun = await Promise.all(Array.from({ length: 6 }, () => from('allBioData')))
  expect(begun.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 200, 429, 429])
  const pages = Math.ceil(begun[0]!.json().length / 20)
  expect(pages).toBeGreaterThan(1)
  const left = await Promise.all(Array.from({ length: 200 }, () => from('allBioData?limit=20')))
  expect(left.filter(({ statusCode }) => statusCode === 200)).toHaveLength(200 - 4 * pages)
})

test('R2: each server counts lists in its own memory, so two let at most twice as many through', async () => {
  const second = await buildApp({ config, db: world.db, logLevel: 'silent', cachesResponses: false, clock })
  for (const app of [world.app, second]) {
    const from = () => app.inject({ url: '/api/allBioData?limit=1', remoteAddress: '198.51.100.40' })
    let shown = 0
    while ((await from()).statusCode === 200) shown++
    expect(shown).toBe(200)
  }
  await second.close()
})

test('R2: ten accounts at once from one network, then one every three minutes', async () => {
  const register = (n: number) =>
    world.app.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      remoteAddress: '198.51.100.77',
      headers: { origin: config.origin },
      payload: { name: 'N', email: `crowd-${n}@mail.example`, password: 'a good password', image: '' },
    })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => register(n)))
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
  minutesLater(2)
  expect((await register(19)).statusCode).toBe(429)
  minutesLater(1)
  expect((await register(20)).statusCode).not.toBe(429)
  expect((await register(21)).statusCode).toBe(429)
})

test('R2: what is counted is forgotten after a day', async () => {
  const reader = await settled()
  await readMany(reader, 0, 2)
  await findBy(reader, pageOf(1))
  await findBy(reader, pageOf(2))
  const left = async () => [
    ...(await world.db.selectFrom('profileViews').select('at').where('viewerId', '=', reader.id).execute()),
    ...(await world.db.selectFrom('cardViews').select('at').where('viewerId', '=', reader.id).execute()),
  ]
  minutesLater(23 * 60)
  await removeOld(world.db, 'profile_views', now)
  expect(await left()).toHaveLength(4)
  minutesLater(61)
  await removeOld(world.db, 'profile_views', now)
  expect(await left()).toEqual([])
})
