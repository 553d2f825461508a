import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { moduleOf, textsIn } from './modules.ts'

const page = readFileSync('docs/security.md', 'utf8')
const textsOf = (files: string[]) => files.flatMap((file) => textsIn(moduleOf(file).program))
const tests = textsOf(
  globSync([
    '{src,sandbox,demo,tests,scripts,trials}/**/*.test.ts{,x}',
    '{tests,trials}/**/*.spec.ts',
    'tests/journeys/hostile.ts',
    'trials/faults/trials/*.ts',
  ]),
)

test('every test that the security page names is there', () => {
  const named = [...page.matchAll(/“([^”]+)”/g)]
    .map(([, title]) => title!)
    .filter((title) => title.includes(': ') || /^[A-Z]+\d+\w? /.test(title))
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter((title) => !tests.some((text) => text.includes(title)))).toEqual([])
})

test('every search that the security page names finds what the page says, and nothing else', () => {
  // In a table a bar is written with a backslash.
  const named = [...page.matchAll(/`(grep [^`]+)` finds (nothing|`[^`]+`(?:, `[^`]+`)*)/g)]
  expect(named).toHaveLength(page.match(/`grep /g)?.length ?? 0)
  expect(named.length).toBeGreaterThan(5)
  for (const [, command, finds] of named) {
    const { stdout, stderr } = spawnSync('sh', ['-c', command!.replaceAll('\\|', '|')], { encoding: 'utf8' })
    const files = [...finds!.matchAll(/`([^`]+)`/g)].map(([, file]) => file)
    expect([command, stderr, stdout.split('\n').filter(Boolean).sort()]).toEqual([command, '', files])
  }
})

test('every command that the security page names runs tests that are there', () => {
  const commands = [...page.matchAll(/`(?:\w+=\w+ )?npm run (unit|e2e|faults)(?: -- ([^`]+))?`/g)]
  expect(commands.length).toBeGreaterThan(8)
  for (const [command, , asked = ''] of commands) {
    const [paths, title] = asked.split(' -g ')
    const named = paths!.split(' ').filter((path) => path.includes('/'))
    expect([command, named.filter((path) => !existsSync(path))]).toEqual([command, []])
    const isThere = !title || textsOf(named).some((text) => text.split(/\W/).includes(title))
    expect([command, isThere]).toEqual([command, true])
    const trial = /^F\d+$/.test(asked) ? asked : undefined
    expect([command, !trial || tests.some((text) => text.startsWith(trial))]).toEqual([command, true])
  }
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
