import { afterAll, expect, test } from 'vitest'
import { testWorld } from '#tests/world.server.ts'

const world = await testWorld()
afterAll(() => world.close())
const { call, signUp, publish } = world

test('A10 S1-3: a person says for whom the biodata is; the answer gives the gender, or asks for it', async () => {
  const mother = await signUp('mother@mail.example')
  const say = (body: object) => call('PATCH', '/api/me/for-whom', mother, body)
  const said = async () => (await call('GET', '/api/me', mother)).body
  expect(await said()).toMatchObject({ forWhom: null, gender: null })
  expect((await say({ forWhom: 'daughter', gender: 'Male' })).body).toEqual({ modifiedCount: 1 })
  expect(await said()).toMatchObject({ forWhom: 'daughter', gender: 'Female' })
  expect((await say({ forWhom: 'daughter' })).body).toEqual({ modifiedCount: 0 })
  expect((await say({ forWhom: 'relative' })).body.errors).toMatchObject([{ field: 'gender' }])
  expect((await say({ forWhom: 'neighbour', gender: 'Male' })).status).toBe(422)
  await say({ forWhom: 'relative', gender: 'Male' })
  expect(await said()).toMatchObject({ forWhom: 'relative', gender: 'Male' })
  const { account } = (await call('GET', '/api/me/export', mother)).body
  expect(account).toMatchObject({ biodataFor: 'relative', biodataGender: 'Male' })
})

test('A10: the session says whether there is a biodata, so that every page can ask for it', async () => {
  const person = await signUp('somebody@mail.example')
  const has = async () => (await call('GET', '/api/session', person)).body.user.hasBiodata
  expect(await has()).toBe(false)
  await publish(person)
  expect(await has()).toBe(true)
})

test('A1 B5 S2-20: the card behind the login has what visitors read, and nothing of people who step back', async () => {
  const person = await signUp('waiting@mail.example')
  const number = await publish(person, { gander: 'Female', perDivision: 'Sylhet' })
  const card = async (id: string) => (await call('GET', `/api/bioData/${id}/card`)).body
  expect(await card(person.id)).toEqual({
    _id: person.id,
    bioDataId: number,
    gander: 'Female',
    age: expect.any(Number),
    occupation: 'Doctor',
    perDivision: 'Sylhet',
  })
  await call('PATCH', '/api/me/presence', person, { presence: 'paused' })
  expect(await card(person.id)).toBeNull()
  expect(await card('00000000-0000-4000-8000-000000000000')).toBeNull()
})
