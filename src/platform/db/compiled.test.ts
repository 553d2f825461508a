import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testWorld } from '#tests/world.server.ts'
import { compiledStatement } from './open.server.ts'

const world = await testWorld()
afterAll(() => world.close())

/** A statement of as many shapes as there are numbers, and how often it was composed. */
function countedStatement() {
  let composed = 0
  const ask = compiledStatement<{ added: number }, { n: number }, { sum: number }>(({ added }, { n }) => {
    composed++
    return sql`select ${n}::int + ${added}::int as sum`
  })
  return { ask, composed: () => composed }
}

test('Z2: a statement is composed once for a shape, and each execution brings its values', async () => {
  const { ask, composed } = countedStatement()
  for (const n of [1, 2, 3]) expect(await ask(world.db, { added: 10 }, { n })).toEqual([{ sum: 10 + n }])
  expect(composed()).toBe(1)
})

test('Z2: a client that asks for more and more new shapes does not fill the memory', async () => {
  const { ask, composed } = countedStatement()
  for (let added = 0; added < 501; added++) await ask(world.db, { added }, { n: 0 })
  expect(await ask(world.db, { added: 0 }, { n: 1 })).toEqual([{ sum: 1 }])
  expect(composed()).toBe(502)
})
