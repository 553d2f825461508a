import { afterAll, expect, test } from 'vitest'
import { testWorld } from '#tests/world.server.ts'

const world = await testWorld()
afterAll(() => world.close())

const ask = async (text: string, values: unknown[] = []) => (await world.pool.query(text, values)).rows
/** Who is listed otherwise than they are, not at all, or though nobody finds them. */
const wronglyListed = () =>
  ask(`select number from (
    (table biodata_to_list except table listed_biodata) union all (table listed_biodata except table biodata_to_list)
  ) wrong`)
const isListed = async (number: number) =>
  (await ask('select from listed_biodata where number = $1', [number])).length === 1

test('B1 R3: a person who publishes, changes, pauses, is taken down, suspended or leaves is listed so in the same transaction', async () => {
  const admin = await world.makeAdmin(await world.signUp('admin@mail.example'))
  const person = await world.signUp('person@mail.example')
  const number = await world.publish(person, { perDivision: 'Dhaka' })
  const steps: [what: () => Promise<unknown>, isListed: boolean][] = [
    [async () => {}, true],
    [() => world.publish(person, { perDivision: 'Sylhet', education: 'Master' }), true],
    [() => world.call('PATCH', '/api/me/presence', person, { presence: 'paused' }), false],
    [() => world.publish(person, { perDivision: 'Khulna' }), false],
    [() => world.call('PATCH', '/api/me/presence', person, { presence: 'published' }), true],
    [() => ask('update biodata set unpublished = true where number = $1', [number]), false],
    [() => ask('update biodata set unpublished = false where number = $1', [number]), true],
    [() => ask('update users set suspended_at = now(), suspended_because = $2 where id = $1', [person.id, 'x']), false],
    [() => ask('update users set suspended_at = null, suspended_because = null where id = $1', [person.id]), true],
    [() => world.makePremium(person), true],
    [() => ask('delete from users where id = $1', [person.id]), false],
  ]
  await world.publish(admin)
  for (const [place, [change, is]] of steps.entries()) {
    await change()
    expect([place, await isListed(number), await wronglyListed()]).toEqual([place, is, []])
  }
})

test('Z2: a save that changes nothing that lists show leaves their row as it is', async () => {
  const person = await world.signUp('same@mail.example')
  const number = await world.publish(person, { fatherName: 'Karim' })
  const version = async () => ask('select xmin, ctid from listed_biodata where number = $1', [number])
  const before = await version()
  await world.publish(person, { fatherName: 'Rahim' })
  expect(await ask('select father_name from biodata where number = $1', [number])).toEqual([{ father_name: 'Rahim' }])
  expect(await version()).toEqual(before)
})

test('B1: many who are changed by one statement are listed as they are', async () => {
  for (let i = 0; i < 6; i++) await world.publish(await world.signUp(`many${i}@mail.example`))
  await ask(`update biodata set division = case when number % 2 = 0 then 'Dhaka' else 'Sylhet' end,
    presence = case when number % 3 = 0 then 'paused' else 'published' end, weight = 40 + 5 * (number % 4)`)
  expect(await wronglyListed()).toEqual([])
})
