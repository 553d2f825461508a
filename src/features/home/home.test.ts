import { afterAll, expect, test } from 'vitest'
import { testConfig, testWorld } from '#tests/world.server.ts'

const stories = [
  {
    quote: { en: 'Calm.', bn: 'শান্ত।' },
    names: { en: 'A & B', bn: 'অ ও ব' },
    place: { en: 'Married in Dhaka', bn: 'বিয়ে ঢাকায়' },
  },
]
const own = testConfig({ figures: { marriages: 31, biodata: 'hidden' }, stories })
const world = await testWorld()
afterAll(() => world.close())

async function figures({ call }: Pick<typeof world, 'call'>, language = 'en') {
  const { newest, ...told } = (await call('GET', `/api/site-figures?language=${language}`)).body
  expect(newest).toBeDefined()
  return told
}

test('H4 H5 S1-1: a new site tells no figure and no story, and shows nothing invented', async () => {
  expect(await figures(world)).toEqual({ stories: [] })
})

test('H4 T4 S1-1: a counted figure appears at 20; a marriage stays counted without its biodata, and goes when taken back', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, (_, at) => world.signUp(`married-${at}@mail.example`)))
  for (const person of people) await world.publish(person)
  expect(await figures(world)).toMatchObject({ totalBiodata: 20, countedOn: expect.any(String), stories: [] })
  const say = (presence: string, by: (typeof people)[number], more = {}) =>
    world.call('PATCH', '/api/me/presence', by, { presence, ...more })
  for (const person of people) await say('married', person)
  expect(await figures(world)).toEqual({ stories: [] })
  for (const person of people.slice(1)) await say('married', person, { foundHere: 'yes' })
  expect(await figures(world)).toEqual({ stories: [] })
  await say('married', people[0]!, { foundHere: 'yes' })
  expect(await figures(world)).toEqual({
    marriages: 20,
    countedOn: expect.any(String),
    countsMarriages: true,
    stories: [],
  })
  await world.db.deleteFrom('biodata').where('id', '=', people[1]!.id).execute()
  expect(await figures(world)).toMatchObject({ marriages: 20 })
  await say('published', people[0]!)
  expect(await figures(world)).toEqual({ stories: [] })
})

test('H2: while nobody is premium a visitor meets the three newest, and nobody of them once somebody is', async () => {
  const site = await testWorld()
  const people = await Promise.all(['a', 'b', 'c', 'd'].map((name) => site.signUp(`${name}@mail.example`)))
  for (const person of people) await site.publish(person)
  const newest = async (by?: (typeof people)[number]) =>
    (await site.call('GET', '/api/site-figures?language=en', by)).body.newest
  expect((await newest()).map((card: { bioDataId: number }) => card.bioDataId)).toEqual([4, 3, 2])
  expect(JSON.stringify(await newest())).not.toMatch(/mail\.example|phone/)
  expect(await newest(people[0])).toBeUndefined()
  await site.makePremium(people[0]!)
  expect(await newest()).toBeUndefined()
  await site.close()
})

test('H4 H5: the operator answers for a figure, hides one, and tells stories in both languages', async () => {
  const site = await testWorld({ config: own })
  expect(await figures(site)).toEqual({
    marriages: 31,
    stories: [{ quote: 'Calm.', names: 'A & B', place: 'Married in Dhaka' }],
  })
  expect((await figures(site, 'bn')).stories[0].names).toBe('অ ও ব')
  await site.close()
})

test('H4 H5: the demo tells the specification’s figures and three invented stories', async () => {
  const config = testConfig({ mode: 'demo', figures: { marriages: 'spec', biodata: 'spec' } })
  const demo = await testWorld({ config })
  const told = await figures(demo, 'bn')
  expect([told.marriages, told.totalBiodata, told.countedOn]).toEqual([250, 2700, undefined])
  expect(told.stories).toHaveLength(3)
  expect(told.stories[0].names).toBe('ফারহানা ও ইমরান')
  await demo.close()
})
