import { afterAll, expect, test } from 'vitest'
import { longestNote } from '#src/features/favourites/policy.ts'
import { payingWorld } from '#tests/paying.server.ts'
import type { Person } from '#tests/world.server.ts'

const world = await payingWorld()
afterAll(() => world.close())
const [karim, sadia, mim] = [
  await world.signUp('karim@example.org'),
  await world.signUp('sadia@example.org'),
  await world.signUp('mim@example.org'),
]
await world.publish(karim, { gander: 'Male', birth: '1996-01-01', partnerAge: 26 })
const number = await world.publish(sadia, {
  ...{ name: 'Sadia Rahman', birth: '2000-03-14', education: 'Bachelor', district: 'Gazipur', perDivision: 'Dhaka' },
  ...{ profession: 'Civil engineer', fatherOccupation: 'Teacher', phoneNumber: '+8801812345678' },
})
const other = await world.publish(mim, { name: 'Mim Jahan' })
for (const bioDataId of [number, other]) await world.call('POST', '/api/favorite-bioData', karim, { bioDataId })

const shortlistOf = async (person: Person, search = '') =>
  (await world.call('GET', `/api/me/shortlist${search}`, person)).body
const favouriteOf = async (bioDataId: number) =>
  (await shortlistOf(karim)).find((one: { bioDataId: number }) => one.bioDataId === bioDataId)
const write = (by: Person, id: string, note: unknown) => world.call('PATCH', `/api/favorite-note/${id}`, by, { note })

test('L2 S2-15: lists one’s own favourites, newest first, with facts, match, note and state, and no contact', async () => {
  const list = await shortlistOf(karim)
  expect(list.map(({ name }: { name: string }) => name)).toEqual(['Mim Jahan', 'Sadia Rahman'])
  expect(list[1]).toMatchObject({
    ...{ _id: sadia.id, bioDataId: number, gander: 'Female', name: 'Sadia Rahman', perDivision: 'Dhaka' },
    ...{ education: 'Bachelor', district: 'Gazipur', profession: 'Civil engineer', fatherOccupation: 'Teacher' },
    fit: { yours: { of: 3 }, theirs: { of: 3 } },
  })
  expect(JSON.stringify(list)).not.toMatch(/\+880|@|birth/)
  expect(list[1]).not.toHaveProperty('note')
  expect(list[1]).not.toHaveProperty('request')
  expect(await shortlistOf(sadia)).toEqual([])
})

test('L2: answers two by their numbers, of one’s own favourites only, and pages the rest', async () => {
  const numbersIn = async (search: string) =>
    (await shortlistOf(karim, search)).map(({ bioDataId }: { bioDataId: number }) => bioDataId)
  expect(await numbersIn(`?numbers=${number},${other}`)).toEqual([other, number])
  expect(await numbersIn(`?numbers=${number},99999`)).toEqual([number])
  expect(await shortlistOf(mim, `?numbers=${number}`)).toEqual([])
  expect((await world.call('GET', '/api/me/shortlist?numbers=1,2,3', karim)).status).toBe(422)
  const first = await world.call('GET', '/api/me/shortlist?limit=1', karim)
  expect(first.body).toHaveLength(1)
  const next = /<([^>]*)>; rel="next"/.exec(String(first.headers.link))![1]!
  expect((await world.call('GET', next, karim)).body).toMatchObject([{ bioDataId: number }])
})

test('L2 R8: keeps a note for its writer alone, up to its length, and forgets it with the favourite', async () => {
  const { favorite_id: id } = await favouriteOf(number)
  const note = 'Aunt Selina knows the family.\nCall 01712 345678 after Eid.'
  expect((await write(karim, id, note)).body).toEqual({ modifiedCount: 1 })
  expect(await favouriteOf(number)).toMatchObject({ note })
  expect((await write(sadia, id, 'Not mine')).status).toBe(404)
  expect((await write(karim, id, 'x'.repeat(longestNote + 1))).status).toBe(422)
  expect(await favouriteOf(number)).toMatchObject({ note })
  const { body } = await world.call('GET', '/api/me/export', karim)
  expect(JSON.stringify(body)).toContain('Aunt Selina')
  for (const [by, path] of [
    [sadia, '/api/me/export'],
    [karim, '/api/favorite'],
    [karim, `/api/bioData/${sadia.id}`],
    [sadia, `/api/bioData/${sadia.id}`],
  ] as const)
    expect(JSON.stringify((await world.call('GET', path, by)).body)).not.toContain('Aunt Selina')
  expect((await write(karim, id, '')).status).toBe(200)
  expect(await favouriteOf(number)).not.toHaveProperty('note')
  await write(karim, id, note)
  await world.call('DELETE', `/api/delete-favorite/${id}`, karim)
  await world.call('POST', '/api/favorite-bioData', karim, { bioDataId: number })
  expect(await favouriteOf(number)).not.toHaveProperty('note')
})

test('L2 R3: leaves out a favourite who pauses, and refuses a note about them', async () => {
  const { favorite_id: id } = await favouriteOf(other)
  await world.call('PATCH', '/api/me/presence', mim, { presence: 'paused' })
  expect(await favouriteOf(other)).toBeUndefined()
  expect((await write(karim, id, 'Somewhere else')).status).toBe(404)
  await world.call('PATCH', '/api/me/presence', mim, { presence: 'published' })
  expect(await favouriteOf(other)).not.toHaveProperty('note')
})

test('L2 K4: says whether the contact was asked for and whether that was approved', async () => {
  const { payer, number } = await world.payerAndBiodata()
  await world.call('POST', '/api/favorite-bioData', payer, { bioDataId: number })
  const stateOf = async () => (await shortlistOf(payer))[0].request
  expect(await stateOf()).toBeUndefined()
  await world.record(payer, await world.pay(payer, number), number)
  expect(await stateOf()).toBe('pending')
})
