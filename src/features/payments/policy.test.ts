import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/world.server.ts'
import { refundReasons, whyRefunded } from './policy.ts'

const { db, pool } = await testDatabase()
afterAll(() => db.destroy())

test.each([
  [{ payer: 'gone' }, 'payer left'],
  [{ payer: 'gone', isBought: true, asked: 'gone' }, 'payer left'],
  [{ isBought: true }, 'duplicate'],
  [{ isBought: true, payer: 'suspended' }, 'duplicate'],
  [{ payer: 'suspended', asked: 'gone' }, 'suspended'],
  [{ payer: 'suspended', asked: 'hidden' }, 'suspended'],
  [{ asked: 'gone' }, 'biodata left'],
  [{ asked: 'hidden' }, 'hidden'],
] as const)('K3f K6: a fee that buys nothing, of %o, goes back because: %s', (known, because) => {
  expect(whyRefunded(known)).toBe(because)
})

test('K3f: the database takes the reasons of the policy and no other one', async () => {
  const { rows } = await pool.query<{ says: string }>(
    `select pg_get_constraintdef(oid) as says from pg_constraint where conname = 'payments_refund_because_check'`,
  )
  const named = [...rows[0]!.says.matchAll(/'([^']+)'::text/g)].map(([, name]) => name!)
  expect(named.toSorted()).toEqual(refundReasons.toSorted())
})

test('K3f: the triggers pass only reasons of the policy', async () => {
  const { rows } = await pool.query<{ body: string }>(
    `select prosrc as body from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ 'refund_due|end_waiting'`,
  )
  const passed = rows.flatMap(({ body }) => [
    ...body.matchAll(/refund_because = '([^']+)'|end_waiting\(array\([\s\S]*?\), '([^']+)'\)/g),
  ])
  const named = new Set(passed.map(([, set, given]) => set ?? given))
  expect(named).toEqual(new Set(['payer left', 'biodata left', 'hidden', 'suspended']))
})
