import { expect, test } from 'vitest'
import { type CardField, digitsFor, isComplete, problemOf, shown } from './card-fields.ts'

const today = new Date(2026, 10, 20)
const good = { number: '4242424242424242', expiry: '1134', cvc: '123' }
const all = new Set<CardField>(['number', 'expiry', 'cvc'])

test.each<[CardField, string, string]>([
  ['number', '4242424242424242', '4242 4242 4242 4242'],
  ['number', '4242-4242 4242 4242 99', '4242 4242 4242 4242'],
  ['number', '42424', '4242 4'],
  ['expiry', '1', '1'],
  ['expiry', '5', '05'],
  ['expiry', '13', '01 / 3'],
  ['expiry', '12', '12'],
  ['expiry', '12 / 3', '12 / 3'],
  ['expiry', '12/2034', '12 / 34'],
  ['expiry', '1220', '12 / 20'],
  ['cvc', '12a34', '123'],
])('K2: %s: %j is shown as %j', (field, typed, expected) => {
  expect(shown(field, digitsFor(field, typed, good.number))).toBe(expected)
})

test('K2: an American Express card has 15 digits and a code of 4', () => {
  const number = digitsFor('number', '3782 8224 6310 0059', '')
  expect(number).toBe('378282246310005')
  expect(digitsFor('cvc', '12345', number)).toBe('1234')
  expect(isComplete({ number, expiry: '1134', cvc: '123' })).toBe(false)
  expect(isComplete({ number, expiry: '1134', cvc: '1234' })).toBe(true)
})

test.each([
  [{ number: '4242424242424241' }, 'invalid_number'],
  [{ number: '424242' }, 'incomplete_number'],
  [{ expiry: '1126' }, undefined],
  [{ expiry: '1026' }, 'invalid_expiry_month_past'],
  [{ expiry: '1225' }, 'invalid_expiry_year_past'],
  [{ expiry: '0034' }, 'invalid_expiry_month'],
  [{ expiry: '0177' }, 'invalid_expiry_year'],
  [{ expiry: '11' }, 'incomplete_expiry'],
  [{ cvc: '12' }, 'incomplete_cvc'],
  [{}, undefined],
])('K2: %j has the problem %s', (change, code) => {
  expect(problemOf({ ...good, ...change }, all, today)?.code).toBe(code)
})

test('K2: nothing is called incomplete while it is being typed', () => {
  expect(problemOf({ number: '4242', expiry: '', cvc: '' }, new Set(), today)).toBeUndefined()
  expect(problemOf({ number: '4242', expiry: '', cvc: '' }, new Set(['number']), today)?.field).toBe('number')
})
