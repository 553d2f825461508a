import { afterEach, expect, test, vi } from 'vitest'
import * as bangla from '#src/texts/bn/visitor.ts'
import * as english from '#src/texts/en/visitor.ts'

afterEach(() => vi.restoreAllMocks())

test('Z1 makes the format of a currency once, and not for each amount', () => {
  const made = vi.spyOn(Intl, 'NumberFormat')
  const amounts = [1, 2, 3, 4.5, 5.5]
  // A currency of no other test.
  expect(amounts.map((amount) => english.format.money(amount, 'KES'))[3]).toBe('KES\u00a04.50')
  expect(made).toHaveBeenCalledTimes(1)
  amounts.map((amount) => bangla.format.money(amount, 'KES'))
  // Whole amounts stand without decimals.
  expect(made).toHaveBeenCalledTimes(3)
})
