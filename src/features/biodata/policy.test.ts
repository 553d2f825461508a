import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePhone } from '#src/platform/schemas/phone.ts'
import { ageOn, birthRange, feetOf, inchesOf, isOfLegalAge } from './policy.ts'

test.each([
  ['2000-03-14', '2018-03-13', 17],
  ['2000-03-14', '2018-03-14', 18],
  ['2000-02-29', '2018-02-28', 17],
  ['2000-02-29', '2018-03-01', 18],
  ['2000-02-29', '2020-02-29', 20],
])('E4: somebody born on %s is on %s aged %i', (birth, day, age) => {
  expect(ageOn(birth, day)).toBe(age)
})

const day = fc
  .date({ min: new Date('1930-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('B1: a range of birth dates holds exactly the people of that age', () => {
  fc.assert(
    fc.property(
      day,
      day,
      fc.integer({ min: 18, max: 90 }),
      fc.integer({ min: 0, max: 30 }),
      (birth, today, minAge, span) => {
        const { after, upTo } = birthRange(minAge, minAge + span, today)
        const isInRange = birth > after! && birth <= upTo!
        const age = ageOn(birth, today)
        expect(isInRange).toBe(age >= minAge && age <= minAge + span)
      },
    ),
    { numRuns: 5_000 },
  )
})

test('E3: every height of the form is one number of inches and comes back as it was', () => {
  for (let feet = 3; feet <= 11; feet++)
    for (let inch = 1; inch <= 12; inch++) expect(feetOf(inchesOf(feet, inch))).toEqual({ feet, inch })
})

test('E4: the legal age of marriage is the configured one, to the day', () => {
  const legal = { Male: 21, Female: 18 }
  expect(isOfLegalAge('Female', '2008-11-20', '2026-11-20', legal)).toBe(true)
  expect(isOfLegalAge('Female', '2008-11-21', '2026-11-20', legal)).toBe(false)
  expect(isOfLegalAge('Male', '2008-11-20', '2026-11-20', legal)).toBe(false)
})

test.each([
  ['01712345678', '+8801712345678'],
  ['01712-345678', '+8801712345678'],
  ['+880 1712 345678', '+8801712345678'],
  ['8801712345678', '+8801712345678'],
  ['008801712345678', '+8801712345678'],
  ['০১৭১২৩৪৫৬৭৮', '+8801712345678'],
  ['+৮৮০ ১৭১২-৩৪৫৬৭৮', '+8801712345678'],
  ['00880 1712 345 678', '+8801712345678'],
  ['+88 01712 345678', '+8801712345678'],
  ['+880 (0) 1712-345678', '+8801712345678'],
  ['(01712) 345678', '+8801712345678'],
  ['01712.345.678', '+8801712345678'],
  ['[880] 1712/345678', '+8801712345678'],
  ['01712–345‑678', '+8801712345678'],
  ['\u202a+8801712345678\u202c', '+8801712345678'],
  [' 01712\u00a0345678 ', '+8801712345678'],
  ['1712345678', '+8801712345678'],
  ['0017123456789', '+17123456789'],
  ['+44 7700 900123', '+447700900123'],
  ['01212345678', undefined],
  ['0171234567', undefined],
  ['+880171234567', undefined],
  ['call me', undefined],
  ['017123456789', undefined],
  ['+8801212345678', undefined],
  ['01712345678x9', undefined],
  ['', undefined],
])('E1: the phone number %s is stored as %s', (typed, stored) => {
  expect(parsePhone(typed)).toBe(stored)
})
