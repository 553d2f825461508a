import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholePeriods } from './periods.ts'

const day = fc
  .date({ min: new Date('1930-01-01'), max: new Date('2010-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('B1: days are divided into whole years, whole months and what is left, each once', () => {
  fc.assert(
    fc.property(day, day, fc.boolean(), fc.boolean(), (from, until, isOpenBelow, isOpenAbove) => {
      const wanted = { ...(!isOpenBelow && { from }), ...(!isOpenAbove && { until }) }
      const { firstMonth, firstYear, endOfYears, endOfMonths, ...ends } = wholePeriods(wanted)
      expect(ends).toMatchObject(wanted)
      if (ends.from >= ends.until) {
        expect([firstMonth, firstYear, endOfYears, endOfMonths].every((border) => border === ends.until)).toBe(true)
        return
      }
      const borders = [ends.from, firstMonth, firstYear, endOfYears, endOfMonths, ends.until]
      expect(borders).toEqual(borders.toSorted())
      if (firstYear < endOfYears) expect([firstYear.slice(4), endOfYears.slice(4)]).toEqual(['-01-01', '-01-01'])
      // No whole month stands among the days, and no whole year among the months.
      for (const [start, end] of [
        [ends.from, firstMonth],
        [endOfMonths, ends.until],
      ] as const)
        expect((Date.parse(end) - Date.parse(start)) / 86_400_000).toBeLessThan(31)
      for (const [start, end] of [
        [firstMonth, firstYear],
        [endOfYears, endOfMonths],
      ] as const) {
        if (start < end) expect([start.slice(8), end.slice(8)]).toEqual(['01', '01'])
        expect((Date.parse(end) - Date.parse(start)) / 86_400_000).toBeLessThan(365)
      }
    }),
    { numRuns: 5_000 },
  )
})
