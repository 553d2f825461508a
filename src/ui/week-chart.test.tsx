import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it } from 'vitest'
import { type Language, LanguageProvider, loadLanguages } from '#src/texts/texts.tsx'
import { WeekChart } from './week-chart.tsx'

beforeAll(() => loadLanguages())

const weeks = Array.from({ length: 12 }, (_, week) => `2026-09-${String(week + 1).padStart(2, '0')}`)
const draw = (counts: number[], language: Language) =>
  renderToStaticMarkup(
    <LanguageProvider initial={language}>
      <WeekChart title="Users" weeks={weeks} counts={counts} />
    </LanguageProvider>,
  )
/** The texts of the drawing, with their extent: of 11 units' height a digit is at most 7 wide, a comma 3 (measured). */
const textsIn = (html: string) =>
  [...html.matchAll(/<text x="([\d.-]+)" y="([\d.-]+)" text-anchor="(\w+)"[^>]*>([^<]*)</g)].map(
    ([, x, y, anchor, says]) => {
      const width = [...says!].reduce((sum, sign) => sum + (sign === ',' ? 3 : 7), 0)
      const left = Number(x) - (anchor === 'end' ? width : width / 2)
      return { says, y: Number(y), left, right: left + width }
    },
  )

const shapes = (most: number) => [
  Array(12).fill(most),
  [...Array(11).fill(0), most],
  [most, ...Array(11).fill(0)],
  Array.from({ length: 12 }, (_, week) => Math.round((most * week) / 11)),
]

it.each(['en', 'bn'] as const)('S2: in %s no number of a chart leaves the drawing or meets another', (language) => {
  for (const most of [0, 1, 9, 10, 999, 1_000, 99_999, 1_000_000, 123_456_789])
    for (const counts of shapes(most)) {
      const texts = textsIn(draw(counts, language))
      expect(texts.length).toBeGreaterThanOrEqual(9)
      for (const { says, left, right } of texts) {
        expect(left, `${says} of ${counts}`).toBeGreaterThanOrEqual(0)
        expect(right, `${says} of ${counts}`).toBeLessThanOrEqual(300)
      }
      for (const [at, one] of texts.entries())
        for (const other of texts.slice(at + 1))
          if (Math.abs(one.y - other.y) < 8)
            expect(one.right <= other.left || other.right <= one.left, `${one.says} on ${other.says}`).toBe(true)
    }
})

it('S2: every bar has its number while there is room, and the highest one always', () => {
  const numbers = (counts: number[]) => textsIn(draw(counts, 'en')).map(({ says }) => says)
  expect(numbers(Array(12).fill(999)).filter((says) => says === '999')).toHaveLength(12)
  expect(numbers(shapes(1_000_000)[3]!).filter((says) => says === '1,000,000')).toHaveLength(2)
  expect(numbers(Array(12).fill(0))).toEqual(expect.arrayContaining(['0', '1', '2']))
})

it('S2: the axis ends with the round number at or above the highest bar', () => {
  const end = (most: number) => textsIn(draw([...Array(11).fill(0), most], 'en'))[2]!.says
  expect([0, 2, 3, 9, 10, 11, 99_999, 1_000_000, 1_000_001].map(end)).toEqual([
    '2',
    '2',
    '4',
    '10',
    '10',
    '20',
    '100,000',
    '1,000,000',
    '2,000,000',
  ])
})
