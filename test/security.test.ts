import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/security.md', 'utf8')
const tests = globSync([
  '{src,sandbox,demo,test,scripts,faults}/**/*.test.ts{,x}',
  'e2e/*.spec.ts',
  'faults/trials/*.ts',
])
  .map((file) => readFileSync(file, 'utf8'))
  .join()

test('every test that the security page names is there', () => {
  const named = [...page.matchAll(/“([^”]+)”/g)].map(([, title]) => title!).filter((title) => title.includes(': '))
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter((title) => !tests.includes(title))).toEqual([])
})

test('the security page has every attack, and every chapter of the standard that it goes by', () => {
  const rows = [...page.matchAll(/^\| (H-\d+(?:(?: to |, )H-\d+)*) \|/gm)].map(([, ids]) => ids!)
  const numbers = rows.flatMap((ids) => {
    const found = [...ids.matchAll(/\d+/g)].map(([number]) => Number(number))
    const [from, to] = [found[0]!, found.at(-1)!]
    return ids.includes(' to ') ? Array.from({ length: to - from + 1 }, (_, n) => from + n) : found
  })
  expect(numbers).toEqual(
    Array.from({ length: 60 }, (_, n) => n + 1).toSorted((a, b) => numbers.indexOf(a) - numbers.indexOf(b)),
  )
  for (let chapter = 1; chapter <= 17; chapter++) expect(page).toMatch(new RegExp(`^\\| ${chapter}\\.`, 'm'))
})
