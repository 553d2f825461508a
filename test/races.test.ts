import { afterAll, expect, test } from 'vitest'
import { payingWorld } from './paying.server.ts'
import { biodataOnTheWire, type Person } from './world.server.ts'

// The same asked many times in the same moment. Payments race in their own tests.

const world = await payingWorld()
afterAll(() => world.close())

let people = 0
const somebody = (name = 'person') => world.signUp(`${name}-${++people}@example.org`)
const admin = await world.makeAdmin(await somebody('admin'))

async function payerAndBiodata() {
  const owner = await somebody('owner')
  return { payer: await somebody('payer'), owner, number: await world.publish(owner) }
}

const times = <T>(n: number, act: (i: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, i) => act(i)))
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

test('M3 M4: of two administrators who approve at once, one does, and one line is written', async () => {
  const { payer, number } = await payerAndBiodata()
  const { insertedId } = (await world.record(payer, await world.pay(payer, number), number)).body
  const second = await world.makeAdmin(await somebody('admin'))
  const answers = await times(10, (i) =>
    world.call('PATCH', `/api/contact-request-approver/${insertedId}`, i % 2 ? admin : second),
  )
  expect(answers.reduce((sum, { body }) => sum + body.modifiedCount, 0)).toBe(1)
  expect(
    await world.db.selectFrom('auditLog').select('action').where('subjectId', '=', insertedId).execute(),
  ).toHaveLength(1)
})

test('V2: premium asked for twenty times at once is asked for once', async () => {
  const { owner } = await payerAndBiodata()
  const answers = await times(20, () => world.call('PATCH', `/api/user/request_premium/${owner.email}`, owner))
  expect(statuses(answers)).toEqual(Array(20).fill(200))
  expect(answers.reduce((sum, { body }) => sum + body.modifiedCount, 0)).toBe(1)
})

test('L1: a favourite marked twenty times at once is one', async () => {
  const { payer, number } = await payerAndBiodata()
  const answers = await times(20, () =>
    world.call('POST', '/api/favorite-bioData', payer, { bioDataId: number, email: payer.email }),
  )
  expect(new Set(answers.map(({ body }) => body.insertedId)).size).toBe(1)
  expect((await world.call('GET', '/api/favorite', payer)).body).toMatchObject([{ _id: answers[0]!.body.insertedId }])
})

test('A2: POST /user ten times at once is one record, a user without a biodata', async () => {
  const fresh = await somebody('fresh')
  const wanted = { name: 'Root', email: fresh.email, role: 'admin', bioDataId: 7, type: 'premium' }
  const answers = await times(10, () => world.call('POST', '/api/user', fresh, wanted))
  expect(answers.map(({ body }) => body)).toEqual(Array(10).fill({ insertedId: fresh.id }))
  const { body } = await world.call('GET', `/api/users?search=${fresh.email}`, admin)
  expect(body).toEqual([
    {
      _id: fresh.id,
      name: fresh.email.split('@')[0],
      email: fresh.email,
      role: 'user',
      bioDataId: 0,
      since: expect.any(String),
    },
  ])
})

test('G4: fifty first saves at once give fifty numbers', async () => {
  // Signing up is made slow on purpose, by the hash of the password: not all at once.
  const fresh: Person[] = []
  for (let tens = 0; tens < 5; tens++) fresh.push(...(await times(10, () => somebody('fresh'))))
  const save = (person: Person) =>
    world.call('PATCH', '/api/bioData', person, biodataOnTheWire({ email: person.email }))
  const answers = await Promise.all([...fresh, ...fresh.slice(0, 10)].map(save))
  expect(statuses(answers)).toEqual(Array(60).fill(200))
  const rows = await world.db
    .selectFrom('biodata')
    .select('number')
    .where(
      'id',
      'in',
      fresh.map(({ id }) => id),
    )
    .execute()
  expect(new Set(rows.map(({ number }) => number)).size).toBe(50)
})
