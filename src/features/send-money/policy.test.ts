import { expect, test } from 'vitest'
import {
  canBeFor,
  needsSecond,
  readLastDigits,
  readMoment,
  readTaka,
  readTransactionId,
  shortReferences,
} from './policy.ts'

test.for([
  ['DED220MHU4', 'DED220MHU4'],
  [' ded 220 mhu4 ', 'DED220MHU4'],
  ['DED-220\u200bMHU4', 'DED220MHU4'],
  ['ded২২০mhu৪', 'DED220MHU4'],
  ['71234567890', '71234567890'],
  ['DED22', undefined],
  ['DED220MHU4!', undefined],
  ['', undefined],
  ['A'.repeat(36), undefined],
] as const)('K10a reads the transaction id %j as %j', ([typed, id]) => {
  expect(readTransactionId(typed)).toBe(id)
})

test.for([
  ['4821', '4821'],
  ['০১৭১২৩৪৪৮২১', '4821'],
  ['+880 1712-344821', '4821'],
  ['482', undefined],
  ['48a1', undefined],
] as const)('K10a reads the last digits of %j as %j', ([typed, digits]) => {
  expect(readLastDigits(typed)).toBe(digits)
})

test.for([
  ['500', 50_000],
  ['500.00', 50_000],
  ['500.5', 50_050],
  ['1,500.50', 150_050],
  ['1,50,000', 15_000_000],
  ['৳৫০০', 50_000],
  ['Tk. 500', 50_000],
  ['500/-', 50_000],
  ['500.00000000000', 50_000],
  ['500.00000000001', undefined],
  ['4.999', undefined],
  ['-500', undefined],
  ['5e2', undefined],
  ['1,5', undefined],
  ['0', undefined],
  ['99999999', undefined],
  ['five hundred', undefined],
] as const)('K10b reads the sum %j as %j poisha and never rounds', ([typed, poisha]) => {
  expect(readTaka(typed)).toBe(poisha)
})

test.for([
  ['2026-11-22T18:02', '2026-11-22T12:02:00.000Z'],
  ['2026-11-22 18:02:31', '2026-11-22T12:02:31.000Z'],
  ['22/11/2026 6:02 PM', '2026-11-22T12:02:00.000Z'],
  ['22-11-2026, 12:05 am', '2026-11-21T18:05:00.000Z'],
  ['২২/১১/২০২৬ ১৮:০২', '2026-11-22T12:02:00.000Z'],
  ['2026-11-22T12:02:00Z', '2026-11-22T12:02:00.000Z'],
  ['2026-11-22', '2026-11-21T18:00:00.000Z'],
  ['31/02/2026 10:00', undefined],
  ['22 November', undefined],
  ['2026-11-22 25:00', undefined],
  ['', undefined],
] as const)('K10b reads the moment %j as %j, on the clocks of Bangladesh', ([typed, moment]) => {
  expect(readMoment(typed)?.toISOString()).toBe(moment)
})

test('K10b takes no money of the future or from long before the payment', () => {
  const begun = new Date('2026-11-22T12:00:00Z')
  const now = new Date('2026-11-23T12:00:00Z')
  expect(canBeFor(new Date('2026-11-22T11:00:00Z'), begun, now)).toBe('yes')
  expect(canBeFor(new Date('2026-11-23T12:09:00Z'), begun, now)).toBe('yes')
  expect(canBeFor(new Date('2026-11-23T12:11:00Z'), begun, now)).toBe('later')
  expect(canBeFor(new Date('2025-11-22T12:00:00Z'), begun, now)).toBe('before')
})

test('K10a makes a short reference without letters that look alike, and a longer one where it is taken', () => {
  const references = [...shortReferences('8f14e45f-ceea-467f-9b1d-1f2b3c4d5e6f')]
  expect(references[0]).toMatch(/^[2-9A-HJ-NP-Z]{6}$/)
  expect(references[1]).toBe(`${references[0]}${references[1]!.at(-1)}`)
  expect(new Set(references).size).toBe(references.length)
})

test('K10b asks for a second administrator above a sum, and not where there is only one', () => {
  expect(needsSecond(50_000, 50_000, 2)).toBe(false)
  expect(needsSecond(50_001, 50_000, 2)).toBe(true)
  expect(needsSecond(50_001, 50_000, 1)).toBe(false)
  expect(needsSecond(50_001, undefined, 2)).toBe(false)
})
