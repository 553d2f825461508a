import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountPages } from '#src/app/pages/pages.server.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { type Person, testConfig, testWorld } from '#tests/world.server.ts'
import { record, type Statement } from '#trials/bench/statements.ts'

const config = testConfig()
const statements: Statement[] = []
const world = await testWorld({
  extend: (app, around) => mountPages(app, { takesPayments: false, config, ...around }),
  reach: async (connection) => {
    const opened = openDatabase(connection)
    record(opened.pool, statements)
    return opened
  },
})
afterAll(() => world.close())

let reader: Person
let owner: Person
let number: number
beforeAll(async () => {
  reader = await world.signUp('reader@statements.example')
  owner = await world.signUp('owner@statements.example')
  await world.publish(reader, { gander: 'Female' })
  number = await world.publish(owner, { gander: 'Male' })
  for (const name of ['other', 'another'])
    await world.publish(await world.signUp(`${name}@statements.example`), { gander: 'Male' })
})

/** The first that holds names it: the statements of best match quote the others' words. */
const parts = {
  seeker: /\bleft_out\b/,
  'best match': /\border by step, points\b/,
  'place in best match': /\bas step\) placed\b/,
  'cards of members': /\bas card_id\b/,
  'cards counted': /\bcount_cards\(/,
  session: /from "sessions"/,
  'profile, request and favourite': /\bas is_favourite\b/,
  fit: /json_build_object/,
  'similar people': /\bas is_older\b/,
  reading: /\bcount_reading\(/,
}
const partOf = ({ sql }: Statement) => Object.entries(parts).find(([, says]) => says.test(sql))?.[0] ?? sql

/** What a profile's page asks the database, in alphabetical order. */
async function askedFor(person: Person, by: Person) {
  statements.length = 0
  const { status, text } = await world.call('GET', to.details(person.id), by)
  expect(status).toBe(200)
  expect(text).toContain('id="similar"')
  return statements.map(partOf).sort()
}
const nextBest = [
  'seeker',
  'place in best match',
  // Behind the person shown, then from the beginning: who meets all wishes, then the steps after them.
  ...Array.from({ length: 4 }, () => 'best match'),
  'cards of members',
  'cards counted',
]
const withoutReading = ['fit', 'profile, request and favourite', 'session', 'similar people', ...nextBest].sort()

test('Z1 D4 asks the database thirteen times for the page of a profile, once to count the reading', async () => {
  expect(await askedFor(owner, reader)).toEqual([...withoutReading, 'reading'].sort())
})

test('Z1 D4 asks the database twelve times for the page of a favourite, whose reading is not counted', async () => {
  await world.call('POST', '/api/favorite-bioData', reader, { bioDataId: number })
  expect(await askedFor(owner, reader)).toEqual(withoutReading)
})

test('Z1 B6 asks the database at most twenty times for the first page of best match', async () => {
  statements.length = 0
  const { status, text } = await world.call('GET', to.browse, reader)
  expect(status).toBe(200)
  expect(text).toContain('card person')
  expect(statements.length).toBeLessThanOrEqual(20)
})
