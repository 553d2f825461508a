import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addressIn } from '#src/platform/http/network.server.ts'
import { attemptKey } from '#src/platform/limits/throttle.server.ts'
import { noon, type Person, testConfig, testWorld } from '#tests/world.server.ts'
import { readingLimits } from '../policy.ts'
import { listLimit } from './list-limit.server.ts'
import { countReading } from './queries.server.ts'

/*
 * How much somebody copies who has one home line (a /56 of IPv6) or one organisation's network (a /48), with as many
 * throw-away accounts as it lets them make (SEC-N3). docs/security.md has these figures.
 */

let now = noon
const clock = () => now
const minutesLater = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
beforeEach(() => {
  now = noon
})
const config = testConfig({ mail: { from: 'site@mail.example' } })
const world = await testWorld({ clock, config })
afterAll(() => world.close())

const { rows: people } = await sql<{ id: string }>`
  with made as (
    insert into users (name, email) select 'Person ' || n, 'person' || n || '@many.example' from generate_series(1, 60) n returning id
  ) insert into biodata (id, name, gender, photo_url, birth, skin_color, height, weight, occupation, father_name, mother_name,
    division, present_division, partner_age, partner_height, partner_weight, phone)
  select id, 'Somebody', 'Female', null, '2000-01-01', 'Medium', 64, 55, 'Doctor', 'F', 'M', 'Dhaka', 'Dhaka', 29, 68, 70,
    '+8801712345678' from made returning id`.execute(world.db)

let accounts = 0
/** Throw-away accounts, each from another address of these. */
const signUpFrom = (addresses: string[]) =>
  Promise.all(
    addresses.map(async (network) => ({ ...(await world.signUp(`throw-away-${++accounts}@mail.example`)), network })),
  )
type Look = (by: Person, ownerId: string) => Promise<boolean>
const isShown: Look = async (by, ownerId) => (await world.call('GET', `/api/bioData/${ownerId}`, by)).status === 200
/** What a profile asks before it is shown. Thousands of profiles would take a minute. */
const isCounted: Look = async ({ id: userId, network }, ownerId) => {
  const reader = { userId, isAdmin: false, isVerified: false }
  try {
    await countReading(world.db, reader, ownerId, { now, sendsMail: true, address: addressIn(network!) })
    return true
  } catch (error) {
    expect(error).toMatchObject({ status: 429, code: 'reading-limit' })
    return false
  }
}
/** Each account reads until it is refused. @returns how many profiles all of them have read */
async function readAll(by: Person[], look = isShown) {
  const each = await Promise.all(
    by.map(async (person) => {
      let n = 0
      while (n < people.length && (await look(person, people[n]!.id))) n++
      return n
    }),
  )
  return each.reduce((sum, n) => sum + n, 0)
}
/** So many /64 networks of the home line with this number, in the /48 with this one. */
const homeLine = (organisation: number, line: number, many: number) =>
  Array.from({ length: many }, (_, n) => `2001:db8:${organisation.toString(16)}:${(line * 256 + n).toString(16)}::1`)

test('R2 SEC-N3: all unconfirmed accounts of a /64 read 120 profiles an hour together, of a /56 400, of a /48 1,600', {
  tags: 'trial',
}, async () => {
  const ofOne64 = await signUpFrom(Array.from({ length: 4 }, (_, n) => `2001:db8:a:1::${n + 1}`))
  expect(await readAll(ofOne64)).toBe(120)

  const lines = []
  for (let line = 0; line < 5; line++) lines.push(await signUpFrom(homeLine(0xb, line, 11)))
  const read = []
  for (const line of lines) read.push(await readAll(line, isCounted))
  expect(read).toEqual([400, 400, 400, 400, 0])
  // Each account has read fewer than forty: it is the network that is full.
  for (const line of lines) expect(await isShown(line[0]!, people.at(-1)!.id)).toBe(false)

  const [somebody] = lines[4]!
  const refused = await world.call('GET', `/api/bioData/${people[0]!.id}`, somebody)
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'reading-limit', '3600'])
  // Another organisation's people are none the worse, and an hour later all go on.
  expect(await readAll(await signUpFrom(homeLine(0xc, 0, 1)))).toBe(40)
  // A member who has confirmed the email is not counted with the network.
  await world.db.updateTable('users').set({ emailVerified: true }).where('id', '=', somebody!.id).execute()
  expect(await readAll([somebody!])).toBe(people.length)
  minutesLater(61)
  expect(await readAll(lines[4]!.slice(1, 3))).toBe(80)
})

test('R2: a thousand an hour behind one IPv4 address, which a mobile carrier puts thousands of people behind', async () => {
  const network = '198.51.100.9'
  await sql`insert into network_views (network, at)
    select ${attemptKey('profiles', network)}, ${now} from generate_series(1, 975)`.execute(world.db)
  const accounts = await signUpFrom([network, network])
  const left = async (place: number) =>
    (await world.call('GET', `/api/bioData/${people[place]!.id}`, accounts[0]!)).body.profilesLeft
  for (let place = 0; place < 14; place++) await left(place)
  // The network is nearer its end than the account.
  expect([await left(14), await left(15)]).toEqual([10, 9])
  expect(await readAll(accounts)).toBe(16 + 9)
  const [kept] = await world.db.selectFrom('networkViews').select('network').execute()
  expect(kept!.network).not.toContain('198.51')
})

test('R2 SEC-N3: two accounts of a network that read in the same moment get what is left, and nothing beyond', async () => {
  const addresses = homeLine(0xd, 0, 6)
  const readers = await signUpFrom(addresses)
  await sql`insert into network_views (network, at)
    select ${attemptKey('profiles', '2001:db8:d:0::/56')}, ${now} from generate_series(1, 397)`.execute(world.db)
  let reading: Promise<{ status: number }[]> | undefined
  await world.db.transaction().execute(async (trx) => {
    // None is written down before each of them has counted what is left, or waits for another that counts.
    await sql`lock table network_views in share row exclusive mode`.execute(trx)
    reading = Promise.all(readers.map((reader) => world.call('GET', `/api/bioData/${people[0]!.id}`, reader)))
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(world.db)).rows.length).toBe(readers.length)
  })
  const answers = (await reading)!
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429, 429])
})

test('R2 SEC-N3: lists of cards are bounded for a /56 and a /48 too: 800 and 3,200 a minute', async () => {
  const count = listLimit(clock)
  /** Lists of twenty cards until a network is refused, from one /64 after the other. */
  const readFrom = (addresses: string[]) => {
    let lists = 0
    for (const address of addresses)
      try {
        for (;;) {
          count({ kind: 'visitor' }, address, 20)(20)
          lists++
        }
      } catch (error) {
        expect(error).toMatchObject({ status: 429, code: 'reading-limit' })
      }
    return lists
  }
  expect(readFrom(['203.0.113.5'])).toBe(readingLimits.listsOfNetworkPerMinute)
  expect(readFrom(homeLine(0xe, 0, 256))).toBe(800)
  expect(readFrom(Array.from({ length: 256 }, (_, line) => homeLine(0xe, line, 4)).flat())).toBe(2_400)
  minutesLater(1)
  expect(readFrom(homeLine(0xe, 9, 256))).toBe(800)
})

test('R2 SEC-N3: over HTTP a home line is shown 800 pages of cards a minute, from however many of its networks', {
  tags: 'trial',
}, async () => {
  const answers: Awaited<ReturnType<typeof world.app.inject>>[] = []
  for (const remoteAddress of homeLine(0xf, 0, 17))
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, () => world.app.inject({ url: '/api/allBioData?limit=20', remoteAddress })),
      )),
    )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(800)
  expect(answers.find(({ statusCode }) => statusCode === 429)!.headers['retry-after']).toBe('1')
})

test('R2 SEC-N3: a home line registers forty accounts at once, then one in 45 seconds', async () => {
  const register = async (remoteAddress: string) => {
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      remoteAddress,
      headers: { origin: config.origin },
      payload: { name: 'N', email: `line-${++accounts}@mail.example`, password: 'a good password', image: '' },
    })
    return statusCode
  }
  const answers = await Promise.all(homeLine(0x10, 0, 45).map(register))
  expect(answers.filter((status) => status === 429)).toHaveLength(5)
  // What the wide network refuses is not counted for the small one.
  const key = attemptKey('/sign-up/email', '2001:db8:10:c7')
  const [fresh] = homeLine(0x10, 0, 200).slice(-1)
  expect(await register(fresh!)).toBe(429)
  expect(await world.db.selectFrom('attempts').select('fullAt').where('key', '=', key).execute()).toEqual([
    { fullAt: now },
  ])
  minutesLater(0.75)
  expect(await register(fresh!)).not.toBe(429)
  expect(await register(homeLine(0x10, 0, 201).at(-1)!)).toBe(429)
})
