import { afterAll, beforeAll, expect, test } from 'vitest'
import { dice } from '#demo/dice.ts'
import { fill } from '#demo/population/fill.ts'
import { wireNames } from '#src/features/biodata/contract.ts'
import { fields } from '#src/features/biodata/fields.ts'
import { allChoices } from '#src/features/biodata/options.ts'
import { ageOn, recentDays } from '#src/features/biodata/policy.ts'
import { birthYearCounts } from '#src/features/browse/census.server.ts'
import { consentVersion } from '#src/features/consents/policy.ts'
import { patientClient } from '#src/platform/backup/backup.server.ts'
import { dayOf, daysBefore } from '#src/platform/clock.ts'
import { cursorOf, type Person, testWorld, worldForThisTest } from '#tests/world.server.ts'
import { findFields, type Sought, withoutField } from './contract.ts'
import { continueByFacts, type Order } from './queries.server.ts'

const today = '2026-11-20'
/** Agrees to everything that a form asks. */
const faith = { version: consentVersion, to: ['publish', 'faith'] }
const now = new Date(`${today}T12:00:00+06:00`)
const world = await testWorld({ clock: () => now })
afterAll(() => world.close())

/** More than are looked at one by one, and their numbers far apart, so that every way of finding them is gone. */
const people = 5_000
let reader: Person
let everybody: Awaited<ReturnType<typeof readEverybody>>
const readEverybody = () => world.db.selectFrom('biodata').selectAll().orderBy('number', 'desc').execute()
const orders = ['newest', 'youngest', 'oldest'] as const
type One = (typeof everybody)[number]
const inOrder: Record<Order, (a: One, b: One) => number> = {
  newest: (a, b) => b.number - a.number,
  youngest: (a, b) => b.birth.localeCompare(a.birth) || b.number - a.number,
  oldest: (a, b) => a.birth.localeCompare(b.birth) || a.number - b.number,
}
beforeAll(async () => {
  await fill(world.pool, { count: people, seed: 5, now })
  const patient = await patientClient(world.pool)
  await patient.query('update biodata set number = 9 * number + 10000')
  await patient.end()
  reader = await world.signUp('reader@mail.example')
  everybody = await readEverybody()
}, 120_000)

/** Who matches, the slow way. */
const matching = ({ minAge, maxAge, minHeight, maxHeight, minWeight, maxWeight, confirmed, ...choices }: Sought) =>
  everybody.filter((one) => {
    const isOneOf = Object.entries(choices).every(([name, options]) =>
      (options as readonly unknown[]).includes(one[name as keyof typeof choices]),
    )
    const lies = (value: number, least = 0, most = 999) => value >= least && value <= most
    return (
      one.published &&
      (!confirmed || (one.confirmedAt && dayOf(one.confirmedAt) >= dayOf(daysBefore(now, confirmed)))) &&
      isOneOf &&
      lies(ageOn(one.birth, today), minAge, maxAge) &&
      lies(one.height, minHeight, maxHeight) &&
      lies(one.weight, minWeight, maxWeight)
    )
  })

const wire: Record<string, string> = wireNames
const addressOf = (sought: Sought, list: { order?: Order; limit?: string } = {}) => {
  const search = new URLSearchParams(list)
  for (const [name, value] of Object.entries(sought))
    for (const one of [value].flat()) search.append(wire[name] ?? name, String(one))
  return `/api/bioData-find?${search}`
}

const nextIn = (headers: Record<string, unknown>) => /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1]

let networks = 0
/** The numbers on the first pages, all of them at the most, and what is said of how many there are. */
async function pagesOf(sought: Sought, order: Order, limit: number, most = 4) {
  const numbers: number[] = []
  // From one network so many searches would be too fast.
  const by = { ...reader, network: `10.9.0.${networks++ % 256}` }
  // And by one person too many.
  await world.db.deleteFrom('cardViews').execute()
  const first = await world.call('GET', addressOf(sought, { order, limit: String(limit) }), by)
  for (let page = first, n = 1; ; n++) {
    expect(page.status, page.text).toBe(200)
    numbers.push(...page.body.map(({ bioDataId }: { bioDataId: number }) => bioDataId))
    const next = nextIn(page.headers)
    if (!next || n === most) return { numbers, isWhole: !next, headers: first.headers }
    page = await world.call('GET', next, by)
  }
}

/** Some of what one can look for; the more is chosen, the fewer match. */
function someSearch({ chance, pick, around }: ReturnType<typeof dice>): Sought {
  const sought: Record<string, unknown> = {}
  const share = pick([0.05, 0.15, 0.3])
  for (const name of findFields) {
    const field = fields[name]
    if (!chance(share)) continue
    if (field.kind === 'choice') {
      const many = chance(0.3) ? 1 : 1 + around(0, 4)
      sought[name] = [...new Set(Array.from({ length: many }, () => pick<string>(allChoices[field.of])))]
    } else if (name === 'birth') {
      const age = around(18, 50)
      if (chance(0.7)) sought.minAge = age
      if (chance(0.7)) sought.maxAge = age + around(0, 20)
    } else if (name === 'weight') {
      const weight = around(30, 85)
      if (chance(0.7)) sought.minWeight = weight
      if (chance(0.7)) sought.maxWeight = Math.min(85, weight + around(0, 30))
    } else {
      const height = around(54, 70)
      if (chance(0.7)) sought.minHeight = height
      if (chance(0.7)) sought.maxHeight = height + around(0, 10)
    }
  }
  return sought
}

test('W5: whatever is looked for, several values of a choice too, exactly those who match are found, in every order', {
  tags: 'trial',
}, async () => {
  const luck = dice(7)
  const found = { nobody: 0, few: 0, many: 0 }
  for (let n = 0; n < 160; n++) {
    const sought = n === 0 ? {} : someSearch(luck)
    if (n % 5 === 4) sought.confirmed = recentDays
    const limit = luck.pick([7, 20])
    const order = orders[n % orders.length]!
    const expected = matching(sought)
      .toSorted(inOrder[order])
      .map(({ number }) => number)
    const { numbers, isWhole, headers } = await pagesOf(sought, order, limit)
    expect({ sought, order, numbers }).toEqual({ sought, order, numbers: expected.slice(0, 4 * limit) })
    expect(isWhole).toBe(expected.length <= 4 * limit)
    const [total, atLeast] = [headers['x-total-count'], headers['x-total-at-least']].map(Number)
    if (Number.isNaN(atLeast)) expect(total).toBe(expected.length)
    else {
      expect(atLeast).toBeLessThanOrEqual(expected.length)
      expect(atLeast).toBeGreaterThanOrEqual(limit)
    }
    found[expected.length === 0 ? 'nobody' : expected.length < 50 ? 'few' : 'many']++
  }
  // Otherwise the searches were not of all kinds.
  expect(Math.min(...Object.values(found)), JSON.stringify(found)).toBeGreaterThan(8)
})

test('W5: a list that is read by facts in short stretches has everybody once, in every order', async () => {
  const luck = dice(11)
  const { bornIn } = birthYearCounts(world.db)
  let several = 0
  for (let n = 0; n < 60; n++) {
    const sought = someSearch(luck)
    if (n % 3 === 2) sought.confirmed = recentDays
    const order = orders[n % orders.length]!
    const expected = matching(sought).toSorted(inOrder[order])
    several += expected.length > 1 ? 1 : 0
    const place = { newest: [10_000_000], youngest: [today, 10_000_000], oldest: ['1900-01-01', 0] }[order]
    const lastYear = { newest: undefined, youngest: 1900, oldest: 2026 }[order]
    const progress = { place, matching: 0, extent: 1, isWhole: false, lastYear, areDatesRare: n % 2 === 0 }
    const search = { sought, today, excluded: [], order, limit: 100, bornIn }
    const { rows, read } = await continueByFacts(world.db, search, progress)
    expect({ sought, order, numbers: rows.map(({ number }) => number) }).toEqual({
      sought,
      order,
      numbers: expected.slice(0, 100).map(({ number }) => number),
    })
    if (read.isWhole) expect(read.matching).toBe(expected.length)
  }
  expect(several).toBeGreaterThan(20)
})

const found = async (by: Person | undefined, query: string, { call } = world) => {
  const { status, body } = await call('GET', `/api/bioData-find?${query}`, by)
  return status === 200 ? body.map(({ bioDataId }: { bioDataId: number }) => bioDataId) : status
}

test('W5 R4: nobody is found by it who is found by no list: hidden, suspended, blocked; and visitors look for nobody', async () => {
  const own = await worldForThisTest({ clock: () => now })
  const sign = (name: string) => own.signUp(`${name}@example.org`)
  const [asking, hidden, suspended, blocked, blocking, shown] = [
    await sign('asking'),
    await sign('hidden'),
    await sign('suspended'),
    await sign('blocked'),
    await sign('blocking'),
    await sign('shown'),
  ]
  const numbers: number[] = []
  for (const person of [hidden, suspended, blocked, blocking, shown])
    numbers.push(await own.publish(person, { religion: 'Other', consent: faith }))
  const ask = (query = 'religion=Other', by: Person | undefined = asking) => found(by, query, own)
  expect(await ask()).toEqual(numbers.toReversed())
  await own.db.updateTable('biodata').set({ presence: 'paused' }).where('id', '=', hidden.id).execute()
  await own.db
    .updateTable('users')
    .set({ suspendedAt: now, suspendedBecause: 'x' })
    .where('id', '=', suspended.id)
    .execute()
  await own.call('POST', '/api/blocks', asking, { _id: blocked.id })
  // Without a biodata nobody finds the asker to block them (REQUIREMENTS R4).
  await own.db.insertInto('blocks').values({ blockerId: blocking.id, blockedId: asking.id }).execute()
  const [visible] = numbers.slice(-1)
  expect(await ask()).toEqual([visible])
  expect((await own.call('GET', '/api/bioData-find?religion=Other', asking)).headers['x-total-count']).toBe('1')
  expect(await ask('', shown)).toEqual(numbers.slice(2).toReversed())
  expect(await found(undefined, 'religion=Other', own)).toBe(401)
  expect(await found(undefined, '', own)).toBe(401)
})

test('W5: for a search that finds nobody it is said without which field how many are found', {
  tags: 'trial',
}, async () => {
  const luck = dice(3)
  const [exact, rough, none] = [[], [], []] as string[][]
  for (let n = 0; exact!.length + rough!.length + none!.length < 60; n++) {
    const sought = someSearch(luck)
    if (matching(sought).length > 0) continue
    const by = { ...reader, network: `10.8.0.${n % 256}` }
    const { status, body } = await world.call('GET', addressOf(sought).replace('find?', 'find/without?'), by)
    expect(status).toBe(200)
    const expected = new Map(
      findFields.map((name) => [wire[name] ?? name, matching(withoutField(sought, name)).length] as const),
    )
    for (const [name, { people, isAtLeast }] of Object.entries<{ people: number; isAtLeast?: true }>(body)) {
      expect(people).toBeGreaterThan(0)
      expect(people).toBeLessThanOrEqual(expected.get(name)!)
      if (!isAtLeast) expect([sought, name, people]).toEqual([sought, name, expected.get(name)])
      ;(isAtLeast ? rough! : exact!).push(name)
    }
    // Nothing is said only where nothing helps.
    const helps = [...expected].filter(([, people]) => people > 0)
    expect([sought, Object.keys(body).length > 0]).toEqual([sought, helps.length > 0])
    if (helps.length === 0) none!.push('')
  }
  expect(Math.min(exact!.length, rough!.length, none!.length)).toBeGreaterThan(0)
  expect((await world.call('GET', '/api/bioData-find/without?religion=Islam')).status).toBe(401)
})

test('W5: an order that is none, and the place of a list in another one, are refused by name', async () => {
  const refused = async (query: string) => {
    const { status, body } = await world.call('GET', `/api/bioData-find?${query}`, reader)
    return [status, body.errors?.[0].field]
  }
  expect(await refused('order=tallest')).toEqual([422, 'order'])
  expect(await found(reader, 'order=&limit=5')).toEqual(await found(reader, 'order=newest&limit=5'))
  const after = async (order: string) => {
    const { headers } = await world.call('GET', `/api/bioData-find?limit=5&order=${order}`, reader)
    return new URL(nextIn(headers)!, 'http://x').searchParams.get('after')
  }
  expect(await refused(`order=newest&after=${await after('oldest')}`)).toEqual([422, 'after'])
  expect(await refused(`order=oldest&after=${await after('newest')}`)).toEqual([422, 'after'])
  expect(await refused(`order=oldest&after=${cursorOf('/bioData-find', '0000-01-01', 5)}`)).toEqual([422, 'after'])
})

test('W5: one value and several are taken, an empty one is none, and what is no option is refused in the field’s name', async () => {
  const [one, two] = [
    await found(reader, 'occupation=Doctor&limit=5'),
    await found(reader, 'occupation=Teacher&limit=5'),
  ]
  const both = await found(reader, 'occupation=Doctor&occupation=&occupation=Teacher&occupation=Doctor&limit=5')
  expect(both).toEqual([...one, ...two].toSorted((a: number, b: number) => b - a).slice(0, 5))
  expect(await found(reader, 'occupation=&minHeight=&limit=5')).toEqual(await found(reader, 'limit=5'))
  for (const [query, field] of [
    ['occupation=Doctor&occupation=Astronaut', 'occupation'],
    ['gander=x', 'gander'],
    ['minHeight=47', 'minHeight'],
    ['maxHeight=tall', 'maxHeight'],
    ['minAge=17', 'minAge'],
    ['minWeight=29', 'minWeight'],
    ['maxWeight=60kg', 'maxWeight'],
  ]) {
    const { status, body } = await world.call('GET', `/api/bioData-find?${query}`, reader)
    expect([query, status, body.errors?.[0].field]).toEqual([query, 422, field])
  }
})

test('W5: the indexes that are looked through hold everything that is looked for, and so do the facts', async () => {
  const { rows } = await world.pool.query<Record<'byNumber' | 'byAge' | 'best' | 'facts', string>>(
    `select pg_get_indexdef('biodata_find'::regclass) as "byNumber", pg_get_indexdef('biodata_find_by_age'::regclass) as "byAge",
      pg_get_indexdef('biodata_best'::regclass) as best, pg_get_function_arguments('biodata_facts'::regproc) as facts`,
  )
  for (const name of [...findFields, 'confirmedOn']) {
    const column = new RegExp(`\\b${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}\\b`)
    for (const held of Object.values(rows[0]!)) expect(held).toMatch(column)
  }
})
