import { afterAll, expect, test } from 'vitest'
import { testWorld } from '#tests/world.server.ts'
import { wireNames } from './contract.ts'
import { choiceFilters, fieldNames, fields, inputsOf, sections } from './fields.ts'
import { allChoices } from './options.ts'

const world = await testWorld()
afterAll(() => world.close())

const snake = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)

test('E3: the database takes exactly the options that the form offers', async () => {
  const { rows } = await world.pool.query<{ column: string; check: string }>(`
    select a.attname as column, pg_get_constraintdef(c.oid) as check
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where c.conrelid = 'biodata'::regclass and c.contype = 'c'`)
  const taken = new Map(
    rows.map(({ column, check }) => [
      column,
      [...check.matchAll(/'((?:[^']|'')+)'/g)].map(([, one]) => one!.replaceAll("''", "'")),
    ]),
  )
  for (const name of fieldNames) {
    const field = fields[name]
    if (field.kind === 'choice') expect(taken.get(snake(name)), name).toEqual([...allChoices[field.of]])
  }
})

test('B1: every choice of the filter has an index in the order of the list', async () => {
  const { rows } = await world.pool.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where tablename = 'listed_biodata'`,
  )
  for (const name of choiceFilters)
    expect(rows.map(({ indexdef }) => indexdef)).toContainEqual(
      expect.stringContaining(`(${snake(name)}, number DESC)`),
    )
})

test('B1: every option of every choice of the filter finds who has it, in the list and in the total', async () => {
  const person = await world.signUp('chosen@example.org')
  for (const name of choiceFilters) {
    const wire = (wireNames as Record<string, string>)[name] ?? name
    for (const chosen of allChoices[fields[name].of]) {
      await world.publish(person, { [wire]: chosen, birth: '1990-01-01' })
      for (const option of allChoices[fields[name].of]) {
        const { headers, body } = await world.call('GET', `/api/bioData-filter?${wire}=${option}`)
        const found = option === chosen ? 1 : 0
        expect([body.length, headers['x-total-count']], `${name} ${option}`).toEqual([found, String(found)])
      }
    }
  }
  await world.db.deleteFrom('users').where('id', '=', person.id).execute()
})

test('A9: the export of one’s own data has every field', async () => {
  const person = await world.signUp('everything@example.org')
  await world.publish(person)
  const { body } = await world.call('GET', '/api/me/export', person)
  expect(Object.keys(body.biodata)).toEqual(expect.arrayContaining(fieldNames))
})

test('E1: every field is in one part of the form, and those of a part stand together', () => {
  expect(
    fieldNames.toSorted((a, b) => sections.indexOf(fields[a].section) - sections.indexOf(fields[b].section)),
  ).toEqual(fieldNames)
  const inputs = fieldNames.flatMap(inputsOf)
  expect(new Set(inputs).size).toBe(inputs.length)
})
