import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { languageFile } from '#src/texts/languages.server.ts'
import { noon, type Person, testWorld } from '#tests/world.server.ts'
import { soughtOf } from './contract.ts'
import { automaticName } from './index.ts'
import { longestName, mostSearches } from './policy.ts'

let now = noon
const world = await testWorld({ clock: () => now })
afterAll(() => world.close())
const { call, db } = world
const hours = (n: number) => new Date(now.getTime() + n * 3_600_000)

let people = 0
const somebody = () => world.signUp(`somebody-${++people}@mail.example`)
/** With a biodata that is older than this very minute. */
async function published(more: Parameters<typeof world.publish>[1] = {}) {
  const person = await somebody()
  const number = await world.publish(person, more)
  await db
    .updateTable('biodata')
    .set({ createdAt: sql`now() - interval '1 hour'` })
    .where('id', '=', person.id)
    .execute()
  return { person, number }
}
const save = (by: Person, search: string, name = 'A search') =>
  call('POST', '/api/me/searches', by, { name, search, email: by.email })
const saved = async (by: Person) => (await call('GET', '/api/me/searches', by)).body
const news = async (by: Person, all = false) =>
  (await call('GET', `/api/me/new-people${all ? '?all=true' : ''}`, by)).body
const newAmong = async (by: Person, query = '') => (await call('GET', `/api/bioData-find/new?${query}`, by)).body
const find = async (by: Person, query = '') => {
  const { status, text, body } = await call('GET', `/api/bioData-find?${query}`, by)
  expect(status, text).toBe(200)
  return body as { bioDataId: number; isNew?: true }[]
}
const numbersOf = (cards: { bioDataId: number }[]) => cards.map(({ bioDataId }) => bioDataId)

test('W6: a search is saved once, as the address of its page has it, and only its owner reads, changes or removes it', async () => {
  const [owner, other] = [await somebody(), await somebody()]
  const { status, body } = await save(owner, '?occupation=Teacher&occupation=Doctor&minAge=23', ' Doctors ')
  expect(status).toBe(200)
  expect(await saved(owner)).toEqual([
    {
      _id: body.insertedId,
      name: 'Doctors',
      search: 'minAge=23&occupation=Doctor&occupation=Teacher',
      howOften: 'weekly',
    },
  ])
  expect((await save(owner, 'minAge=23&occupation=Doctor&occupation=Teacher')).body).toEqual(body)
  expect(await saved(other)).toEqual([])
  const address = `/api/me/searches/${body.insertedId}`
  for (const [method, sent] of [
    ['PATCH', { name: 'Mine' }],
    ['DELETE', undefined],
  ] as const)
    expect((await call(method, address, other, sent)).status).toBe(404)
  expect((await call('PATCH', address, owner, { name: 'For Ma', howOften: 'daily' })).body).toEqual({
    modifiedCount: 1,
  })
  expect(await saved(owner)).toMatchObject([{ name: 'For Ma', howOften: 'daily' }])
  expect((await call('DELETE', address, owner)).body).toEqual({ deletedCount: 1 })
  expect(await saved(owner)).toEqual([])
})

test('W6 S3-16: a search that a page named by its filters, in either language, has no name of its own; a typed one stays', async () => {
  const owner = await somebody()
  const search = 'gender=Female&minAge=22&occupation=Doctor&occupation=Teacher'
  const named = async () => [(await saved(owner))[0].name, (await news(owner)).searches[0].name]
  const { insertedId } = (await save(owner, search, 'Female, Age 22 or more, Doctor or Teacher')).body
  expect(await named()).toEqual([null, null])
  const automatic = automaticName(languageFile('bn').texts, soughtOf(search)!)
  expect(automatic).toMatch(/ডাক্তার/)
  for (const [name, own] of [
    ['For Ma', 'For Ma'],
    [automatic, null],
    ['Female, Age 22 or more', 'Female, Age 22 or more'],
  ] as const) {
    await call('PATCH', `/api/me/searches/${insertedId}`, owner, { name })
    expect(await named()).toEqual([own, own])
  }
})

test('W6: the automatic name of many filters ends between two of them, within the length of a name', () => {
  const { texts } = languageFile('en')
  const many = `occupation=Doctor&minAge=22&maxAge=30&${['Islam', 'Hinduism', 'Buddhism', 'Christianity'].map((one) => `religion=${one}`).join('&')}`
  const name = automaticName(texts, soughtOf(`${many}&education=Master&education=Bachelor&minHeight=60`)!)
  expect(name.length).toBeLessThanOrEqual(longestName)
  expect(name).toMatch(/\w…$/)
})

test.each([
  ['search', 'minAge=abc', 'A'],
  ['search', 'minAge=12', 'A'],
  ['search', 'occupation=Pilot', 'A'],
  ['search', 'skinColor=Fair', 'A'],
  ['search', 'order=oldest', 'A'],
  ['search', 'x'.repeat(4001), 'A'],
  ['name', 'minAge=23', ' '],
  ['name', 'minAge=23', 'x'.repeat(81)],
  ['name', 'minAge=23', 'a\u202eb'],
])(
  'W6: what people are not found by, and a name that is none, is refused at its field %s: %s',
  async (field, search, name) => {
    const { status, body } = await save(await somebody(), search, name)
    expect(status).toBe(422)
    expect(new Set(body.errors.map((error: { field: string }) => error.field))).toEqual(new Set([field]))
  },
)

test('W6: of twenty searches that are saved at once ten are kept', async () => {
  const owner = await somebody()
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => save(owner, `minAge=${20 + n}`)))
  const kept = answers.filter(({ status }) => status === 200)
  expect(kept).toHaveLength(mostSearches)
  for (const { status, body } of answers)
    if (status !== 200) expect([status, body.code]).toEqual([409, 'too-many-searches'])
  expect(await saved(owner)).toHaveLength(mostSearches)
  await expect(
    db
      .insertInto('savedSearches')
      .values({
        ownerId: owner.id,
        place: 11,
        name: 'A',
        search: 'minAge=60',
        howOften: 'never',
        toldUpTo: 0,
        toldAt: null,
        dueAt: null,
      })
      .execute(),
  ).rejects.toThrow(/place_check/)
  // The same one many times is one, also in the last place.
  await call('DELETE', `/api/me/searches/${kept[3]!.body.insertedId}`, owner)
  const again = await Promise.all(Array.from({ length: 8 }, () => save(owner, 'maxAge=60')))
  expect(new Set(again.map(({ body }) => body.insertedId)).size).toBe(1)
  expect(await saved(owner)).toHaveLength(mostSearches)
})

test('W6: who came after the last visit is new: of the other gender, seen by the viewer, and first published then', async () => {
  const { person: man } = await published({ gander: 'Male' })
  const { person: woman, number: early } = await published({ perDivision: 'Sylhet' })
  expect(await newAmong(man)).toEqual({ since: null, people: 0 })
  now = hours(30)
  expect(await newAmong(man)).toEqual({ since: hours(-30).toISOString(), people: 0 })

  const { number } = await published({ perDivision: 'Sylhet' })
  const { number: third } = await published({ perDivision: 'Khulna', occupation: 'Teacher' })
  await published({ gander: 'Male' })
  const { person: paused } = await published()
  await call('PATCH', '/api/me/presence', paused, { presence: 'paused', email: paused.email })
  const { person: blocking } = await published()
  await call('POST', '/api/blocks', blocking, { _id: man.id })
  // Published again is not new.
  await call('PATCH', '/api/me/presence', woman, { presence: 'paused', email: woman.email })
  await call('PATCH', '/api/me/presence', woman, { presence: 'published', email: woman.email })
  // In the same visit as above, whatever was looked at meanwhile.
  now = hours(0.9)
  expect(await newAmong(man)).toMatchObject({ people: 2 })
  expect(await newAmong(man, 'perDivision=Sylhet')).toMatchObject({ people: 1 })
  expect(await newAmong(man, 'gander=Male')).toMatchObject({ people: 1 })
  for (const order of ['newest', 'youngest', 'oldest', 'best']) {
    const list = await find(man, `onlyNew=true&order=${order}`)
    expect(numbersOf(list).sort()).toEqual([number, third])
    expect(list.every(({ isNew }) => isNew)).toBe(true)
  }
  const all = await find(man, 'order=newest')
  expect(numbersOf(all)).toContain(early)
  expect(all.find(({ bioDataId }) => bioDataId === early)).not.toHaveProperty('isNew')
  expect(numbersOf(await find(man, 'onlyNew=true&order=newest&occupation=Teacher'))).toEqual([third])
  const [first] = await find(man, 'onlyNew=true&order=newest&limit=1')
  expect(first!.bioDataId).toBe(third)
})

test('W6: a look after a pause of more than an hour begins another visit; within one nothing is written but each quarter of an hour', async () => {
  const { person: man } = await published({ gander: 'Male' })
  await find(man)
  const visit = () => db.selectFrom('visits').selectAll().where('userId', '=', man.id).executeTakeFirstOrThrow()
  const begun = await visit()
  const { number } = await published()
  now = hours(0.2)
  await find(man)
  expect(await visit()).toEqual(begun)
  now = hours(0.8)
  await find(man)
  expect(await visit()).toMatchObject({ lookedAt: now, since: null })
  now = hours(1.2)
  await find(man)
  expect(await visit()).toMatchObject({ since: null })
  const ended = now
  now = hours(1.3)
  const { number: next } = await published()
  const answers = await Promise.all(Array.from({ length: 12 }, () => find(man, 'onlyNew=true&order=newest')))
  for (const list of answers) expect(numbersOf(list)).toEqual([next])
  expect(await visit()).toMatchObject({ since: ended, sinceNumber: next - 1 })
  expect(next).toBeGreaterThan(number)
})

test('W6: New for you has each new person once, the newest two first, and what each search finds', async () => {
  const { person: man } = await published({ gander: 'Male' })
  await save(man, 'occupation=Engineer', 'Engineers')
  await save(man, 'occupation=Engineer&division=Rangpur', 'Of Rangpur')
  await save(man, 'gender=Male&occupation=Engineer', 'Men')
  expect(await news(man)).toMatchObject({ since: null, fresh: { people: 0 }, cards: [] })
  now = hours(48)
  const made = []
  for (const perDivision of ['Rangpur', 'Dhaka', 'Rangpur'] as const)
    made.unshift((await published({ occupation: 'Engineer', perDivision })).number)
  const answer = await news(man)
  expect(answer).toMatchObject({
    since: hours(-48).toISOString(),
    fresh: { people: 3 },
    searches: [
      { name: 'Engineers', all: { people: 3 }, fresh: { people: 3 }, newest: made.map((bioDataId) => ({ bioDataId })) },
      { name: 'Of Rangpur', all: { people: 2 }, fresh: { people: 2 } },
      { name: 'Men', all: { people: 0 }, fresh: { people: 0 }, newest: [] },
    ],
  })
  expect(numbersOf(answer.cards)).toEqual(made.slice(0, 2))
  expect(answer.cards[0]).toMatchObject({ isNew: true, fit: { word: expect.any(String) } })
  expect(numbersOf((await news(man, true)).cards)).toEqual(made)

  // What no longer is a filter finds nobody, and says so.
  await db
    .updateTable('savedSearches')
    .set({ search: 'occupation=Astronaut' })
    .where('name', '=', 'Of Rangpur')
    .execute()
  expect((await news(man)).searches[1]).toMatchObject({ isOutdated: true, all: { people: 0 }, fresh: { people: 0 } })

  expect((await call('POST', '/api/me/new-people/seen', man, { email: man.email })).body).toEqual({ modifiedCount: 1 })
  expect(await news(man)).toMatchObject({ fresh: { people: 0 }, cards: [] })
  expect(await newAmong(man)).toMatchObject({ people: 0, since: now.toISOString() })
})

test('W6: how many are new in all searches is counted as New for you will show it, without a look being written down', async () => {
  const { person: man } = await published({ gander: 'Male' })
  const count = async () => (await call('GET', '/api/me/new-people/count', man)).body
  await published({ perDivision: 'Barisal' })
  expect(await count()).toEqual({ people: 0 })
  await save(man, 'division=Barisal')
  await save(man, 'division=Barisal&occupation=Doctor')
  // Nobody is new to a member who was never here.
  expect(await count()).toEqual({ people: 0 })
  expect(await db.selectFrom('visits').selectAll().where('userId', '=', man.id).execute()).toEqual([])
  await news(man)
  now = hours(2)
  const come = async (people: number) => {
    for (let n = 0; n < people; n++)
      await published({ perDivision: 'Barisal', occupation: n % 2 ? 'Doctor' : 'Teacher' })
  }
  await come(3)
  await published({ perDivision: 'Sylhet' })
  const before = await db.selectFrom('visits').selectAll().where('userId', '=', man.id).executeTakeFirst()
  expect(await count()).toEqual({ people: 3 })
  expect(await db.selectFrom('visits').selectAll().where('userId', '=', man.id).executeTakeFirst()).toEqual(before)
  // The look itself changes nothing, nor does it within the visit.
  expect(await news(man)).toMatchObject({ fresh: { people: 3 } })
  now = hours(0.5)
  expect(await count()).toEqual({ people: 3 })
  await come(9)
  expect(await count()).toEqual({ people: 10 })
  await call('POST', '/api/me/new-people/seen', man, { email: man.email })
  expect(await count()).toEqual({ people: 0 })
})

test('W6: cards are asked for by number, as many as a browser remembers; who has stepped back is not among them', async () => {
  const reader = await somebody()
  const [one, two, three] = [await published(), await published(), await published()]
  // Without a biodata nobody finds the reader to block them (REQUIREMENTS R4).
  await db.insertInto('blocks').values({ blockerId: two.person.id, blockedId: reader.id }).execute()
  const ask = (numbers: string) => call('GET', `/api/bioData-cards?numbers=${numbers}`, reader)
  expect(numbersOf((await ask(`${three.number},${two.number},${one.number},999999`)).body)).toEqual([
    three.number,
    one.number,
  ])
  await call('PATCH', '/api/me/presence', one.person, { presence: 'paused', email: one.person.email })
  expect(numbersOf((await ask(`${three.number},${one.number}`)).body)).toEqual([three.number])
  for (const wrong of ['', 'x', '1,', '0', '1,-1', Array(13).fill(1).join(), '9999999999'])
    expect((await ask(wrong)).status, wrong).toBe(422)
})
