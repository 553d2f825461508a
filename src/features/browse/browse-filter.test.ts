import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { wireNames } from '#src/features/biodata/contract.ts'
import { filterOf } from './browse-filter.ts'
import { browse } from './contract.ts'

test('B4: an address is understood as the API understands it, and what the API refuses is no filter', () => {
  const typed = [
    '',
    ' ',
    'x',
    '17',
    '18',
    '120',
    '121',
    '২২',
    '22.5',
    '-22',
    '1e2',
    'Female',
    'female',
    'Sylhet',
    'Widowed',
  ]
  const wire: Record<string, string> = wireNames
  for (const name of ['gender', 'division', 'maritalStatus', 'minAge', 'maxAge'])
    for (const value of typed) {
      const asked = z.safeParse(browse.input, { [wire[name] ?? name]: value.trim() })
      const understood = asked.success ? Object.entries(asked.data).filter(([, one]) => one !== undefined) : []
      const filter = filterOf(new URLSearchParams({ [name]: value }))
      expect([name, value, filter]).toEqual([name, value, Object.fromEntries(understood)])
    }
})
