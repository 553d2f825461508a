import { afterAll, expect, test } from 'vitest'
import { type Person, testWorld } from '#test/world.server.ts'

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
