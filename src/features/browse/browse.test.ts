import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { choices, type Gender } from '#src/features/biodata/index.ts'
import { noon, testWorld, worldForThisTest } from '#tests/world.server.ts'
import { browseCards } from './browse-queries.server.ts'
import { birthYearCounts } from './census.server.ts'

const world = await testWorld({ clock: () => noon })
afterAll(() => world.close())

const divisions = choices.division

/** Four men and eight women in every division, aged 22 to 33; every third is premium. */
const people = await Promise.all(
  Array.from({ length: 12 }, async (_, i) => {
    const gander: Gender = i % 3 === 1 ? 'Male' : 'Female'
    const division = divisions[i % divisions.length]!
    const [age, person] = [22 + i, await world.signUp(`p${i}@example.org`)]
    return { ...person, gander, perDivision: division, age, isPremium: i % 3 === 0 }
  }),
)
const numbers = new Map<string, number>()
for (const person of people) {
  const { gander, perDivision, age, isPremium } = person
  numbers.set(person.id, await world.publish(person, { gander, perDivision, birth: `${2026 - age}-11-20` }))
  if (isPremium) await world.makePremium(person)
}
const reader = people[1]!

const browse = async (query = '') => world.call('GET', `/api/bioData-filter?${query}`)
const idsOf = (answer: Awaited<ReturnType<typeof browse>>) => answer.body.map(({ _id }: { _id: string }) => _id)
/** Newest first, as the list is. */
const matching = (fits: (person: (typeof people)[number]) => boolean) =>
  people
    .filter(fits)
    .map(({ id }) => id)
    .reverse()

test('B1: gender, age range and division find exactly who fits, alone and together', async () => {
  for (const gander of ['Male', 'Female'])
    expect(idsOf(await browse(`gander=${gander}`))).toEqual(matching((p) => p.gander === gander))
  for (const division of divisions)
    expect(idsOf(await browse(`perDivision=${division}`))).toEqual(matching((p) => p.perDivision === division))
  expect(idsOf(await browse('minAge=25'))).toEqual(matching((p) => p.age >= 25))
  expect(idsOf(await browse('maxAge=25'))).toEqual(matching((p) => p.age <= 25))
  expect(idsOf(await browse('minAge=25&maxAge=25'))).toEqual(matching((p) => p.age === 25))
  const all = 'gander=Female&minAge=22&maxAge=30&perDivision=Dhaka'
  expect(idsOf(await browse(all))).toEqual(
    matching((p) => p.gander === 'Female' && p.age <= 30 && p.perDivision === 'Dhaka'),
  )
  expect(idsOf(await browse(all))).toHaveLength(2)
})

test('B1 Z2: read from its top or by the dates of birth, a list is the same, and so is what follows on it', async () => {
  const { db } = await worldForThisTest()
  // More than a page; the newer they are, the older they are, and the other way round.
  await sql`with made as (
      insert into users (name, email) select 'x', n || '@many.example' from generate_series(1, 60) n returning id
    ) insert into biodata (id, name, gender, birth, skin_color, height, weight, occupation, father_name, mother_name, division,
      present_division, partner_age, partner_height, partner_weight, phone)
    select id, 'x', case when n % 3 = 0 then 'Male' else 'Female' end,
      date '1996-11-20' + (case when n % 2 = 0 then n else -n end) * 60, 'Medium', 64, 55, 'Doctor', 'F', 'M',
      case when n % 5 = 0 then 'Sylhet' else 'Dhaka' end, 'Dhaka', 29, 68, 70, '+8801712345678'
    from (select id, (row_number() over ())::int as n from made) numbered`.execute(db)
  const choices = [{}, { gender: 'Female' }, { division: 'Dhaka' }, { gender: 'Male', division: 'Sylhet' }] as const
  const ages = [{ minAge: 25 }, { maxAge: 33 }, { minAge: 24, maxAge: 36 }, { minAge: 90 }]
  for (const filter of choices.flatMap((choice) => ages.map((age) => ({ ...choice, ...age })))) {
    for (const before of [undefined, 30]) {
      for (const excluded of [[], [4, 5, 58]]) {
        const read = (isRare: boolean) =>
          browseCards(db, async () => isRare, filter, { today: '2026-11-20', limit: 13, excluded, before })
        expect(await read(true)).toEqual(await read(false))
      }
    }
  }
})

test('B1 Z2: what is counted to choose the way is what there is', async () => {
  const { isRare } = birthYearCounts(world.db)
  const born = (from: string, until: string) => ({ from, until })
  // Twelve people: 4 × √12 is 13.
  expect(await isRare({}, born('1900-01-01', '2026-01-01'))).toBe(true)
  await sql`update biodata_count set n = n * 1000 where gender = 'Male'`.execute(world.db)
  const { isRare: later } = birthYearCounts(world.db)
  expect(await later({}, born('1900-01-01', '2026-01-01'))).toBe(false)
  expect(await later({ gender: 'Female' }, born('1900-01-01', '2026-01-01'))).toBe(true)
  expect(await later({ gender: 'Male' }, born('1900-01-01', '1901-01-01'))).toBe(true)
  expect(await later({ gender: 'Male', maritalStatus: 'Widowed' }, born('1900-01-01', '2026-01-01'))).toBe(true)
  // A minute old at most, so this one does not know yet.
  expect(await isRare({}, born('1900-01-01', '2026-01-01'))).toBe(true)
  await sql`update biodata_count set n = n / 1000 where gender = 'Male'`.execute(world.db)
})

test('B2: filters that nobody fits give an empty list', async () => {
  const answer = await browse('gander=Male&minAge=99')
  expect(answer).toMatchObject({ status: 200, body: [], headers: { 'x-total-count': '0' } })
})

test('B3: filters that are empty again give the full list', async () => {
  expect(idsOf(await browse('gander=&maxAge=&minAge=&perDivision='))).toEqual(matching(() => true))
  expect(idsOf(await browse())).toEqual(matching(() => true))
})

test('B5 C1: a visitor gets what a card shows and nothing else', async () => {
  const lists = ['bioData-filter', 'allBioData', 'premium-bioData'].map((path) => world.call('GET', `/api/${path}`))
  for (const { status, body } of await Promise.all(lists)) {
    expect(status).toBe(200)
    for (const card of body) {
      const person = people.find(({ id }) => id === card._id)!
      const { gander, perDivision, age, isPremium } = person
      const shown = {
        _id: person.id,
        bioDataId: numbers.get(person.id),
        gander,
        perDivision,
        age,
        occupation: 'Doctor',
      }
      expect(card).toEqual(isPremium ? { ...shown, type: 'premium' } : shown)
    }
  }
})

test('H2: the premium members of the home page are the first premium ones by number, six at most', async () => {
  const premium = async () =>
    (await world.call('GET', '/api/premium-bioData')).body.map(({ bioDataId }: { bioDataId: number }) => bioDataId)
  const first = people.filter(({ isPremium }) => isPremium).map(({ id }) => numbers.get(id))
  expect(await premium()).toEqual(first)
  const others = people.filter(({ isPremium }) => !isPremium)
  const ids = others.map(({ id }) => id)
  // The other tests of this file know who is premium.
  onTestFinished(async () => void (await world.db.deleteFrom('premium').where('userId', 'in', ids).execute()))
  for (const person of others) await world.makePremium(person)
  expect(await premium()).toEqual([1, 2, 3, 4, 5, 6])
})

test('H4: the counters of girls and boys are how many there are', async () => {
  expect((await world.call('GET', '/api/BioDataCount')).body).toEqual({ femaleCount: 8, maleCount: 4 })
})

test('D4: up to three others of the same gender, never the one that is looked at', async () => {
  for (const person of people) {
    const { body } = await world.call('GET', `/api/bioData/${person.id}/similar`, reader)
    expect(body).toHaveLength(3)
    expect(new Set(body.map((card: { _id: string }) => card._id)).size).toBe(3)
    for (const card of body) {
      expect(card.gander).toBe(person.gander)
      expect(card._id).not.toBe(person.id)
    }
  }
})

test('D4: where there are fewer of the gender there are fewer cards', async () => {
  const small = await testWorld()
  const [a, b] = [await small.signUp('a@example.org'), await small.signUp('b@example.org')]
  await small.publish(a)
  const similar = async () => (await small.call('GET', `/api/bioData/${a.id}/similar`, a)).body
  expect(await similar()).toEqual([])
  await small.publish(b)
  expect(await similar()).toMatchObject([{ _id: b.id }])
  await small.close()
})

test('B4 G5: page after page holds everybody once, the first with the total', async () => {
  const seen: string[] = []
  let next: string | undefined = '/api/bioData-filter?limit=5&gander='
  const totals: unknown[] = []
  while (next) {
    const answer = await world.call('GET', next)
    expect(answer.body.length).toBeLessThanOrEqual(5)
    totals.push(answer.headers['x-total-count'])
    seen.push(...idsOf(answer))
    next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link))?.[1]
  }
  expect(seen).toEqual(matching(() => true))
  // The others are of the same list: counting it again for each would be the dearest part of the page.
  expect(totals).toEqual(['12', undefined, undefined])
})

test('B1 V1: marital status finds who stated it, in the list and in the total; people who did not are found by any only', async () => {
  const { signUp, publish, call, db } = await worldForThisTest()
  const stated = ['Divorced', 'Widowed', undefined, 'Never married', 'Divorced', undefined]
  const everybody = await Promise.all(stated.map((_, i) => signUp(`m${i}@example.org`)))
  for (const [i, person] of everybody.entries())
    await publish(person, { gander: i < 3 ? 'Male' : 'Female', birth: '1990-01-01', maritalStatus: stated[i] })
  const find = async (query: string) => {
    const { body, headers } = await call('GET', `/api/bioData-filter?${query}`)
    expect(Number(headers['x-total-count']), query).toBe(body.length)
    return body.map((card: { _id: string }) => everybody.findIndex(({ id }) => id === card._id))
  }
  expect(await find('maritalStatus=Divorced')).toEqual([4, 0])
  expect(await find('maritalStatus=Divorced&gander=Male&minAge=20')).toEqual([0])
  expect(await find('maritalStatus=Widowed&gander=Female')).toEqual([])
  expect(await find('maritalStatus=')).toEqual([5, 4, 3, 2, 1, 0])
  expect((await call('GET', '/api/bioData-filter?maritalStatus=Engaged')).status).toBe(422)

  // A card does not tell it, a profile does; it can be changed, taken back, and goes with its person.
  const { body: cards } = await call('GET', '/api/bioData-filter?maritalStatus=Widowed')
  expect(cards[0]).not.toHaveProperty('maritalStatus')
  const [reader, widowed] = everybody
  const { body: profile } = await call('GET', `/api/bioData/${widowed!.id}`, reader)
  expect(profile.maritalStatus).toBe('Widowed')
  await publish(widowed!, { gander: 'Male', birth: '1990-01-01', maritalStatus: 'Never married' })
  expect(await find('maritalStatus=Never married')).toEqual([3, 1])
  await publish(widowed!, { gander: 'Male', birth: '1990-01-01', maritalStatus: '' })
  expect(await find('maritalStatus=Never married&gander=Male')).toEqual([])
  expect((await call('GET', `/api/bioData/${widowed!.id}`, reader)).body).not.toHaveProperty('maritalStatus')
  await db.deleteFrom('users').where('id', '=', reader!.id).execute()
  expect(await find('maritalStatus=Divorced')).toEqual([4])
})
