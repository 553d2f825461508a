import { expect, test } from 'vitest'
import { artDefs } from '#src/ui/art/art-defs.server.ts'
import { openArch, stitchesFor } from './arch-clock.tsx'

test('O2: draws one stitch for each three hours that are left, and nothing for those that are gone', () => {
  const drawn = (hours: number) =>
    stitchesFor(hours)
      .split(' ')
      .map(Number)
      .filter((_, place) => place % 2 === 0)
  expect(drawn(72)).toEqual([...Array(24).fill(2), 0])
  expect(drawn(61)).toEqual([...Array(20).fill(2), 1])
  expect(drawn(2)).toEqual([2])
  expect(drawn(0)).toEqual([0])
})

test('O2: has the shape of the arch around the portraits', () => {
  expect(artDefs).toContain(`d="${openArch}z"`)
})
