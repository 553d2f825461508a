import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPage, pages } from './pages.ts'
import { to } from './platform/addresses.ts'
import { matchPath } from './platform/routing.tsx'

/** Imports point down this list, never up. The files directly in src/ put the whole together and may import anything. */
const order = ['home', 'biodata', 'contact-requests', 'favourites', 'premium', 'payments', 'accounts', 'ui', 'platform']

/** What a feature may use of another: not its routes, and not its pages. */
const openToOthers =
  /\/(([a-z]+-)?contract|policy|hooks|viewer|provider|queries\.server|declines\.server|settle\.server)\.ts$|(?<!\.page)\.tsx$/

/** The vocabulary of the database's tables and of who is asking belongs to everybody, types only. */
const shared = new Set(['platform/db/schema.ts', 'accounts/viewer.ts', 'pages.ts', 'problems.tsx'])

const files = globSync('src/*/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$|platform\/testing\//.test(file))
const imports = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'#src\/([^']+)'/g)].map(([, target]) => ({
    file: file.replace('src/', ''),
    target: target!,
  })),
)

test('there are imports to look at', () => {
  expect(imports.length).toBeGreaterThan(100)
})

test.each(imports)('$file may import $target', ({ file, target }) => {
  const from = file.split('/')[0]!
  const into = target.split('/')[0]!
  if (shared.has(file) || shared.has(target)) return
  expect(order, `${from} has no place in the order`).toContain(from)
  expect(order, `${into} has no place in the order`).toContain(into)
  expect(order.indexOf(into), `${from} may not know ${into}`).toBeGreaterThanOrEqual(order.indexOf(from))
  if (into !== from && into !== 'platform' && into !== 'ui') expect(`/${target}`).toMatch(openToOthers)
})

test.each(files.filter((file) => /\/(([a-z]+-)?contract|policy)\.ts$/.test(file)))('%s runs on both sides', (file) => {
  expect(readFileSync(file, 'utf8')).not.toMatch(/from '(.*\.server\.tsx?|kysely|fastify|react|node:.*)'/)
})

test('only contracts and their tests know the odd names of the specification', () => {
  const odd = /gander|matherName|PartnerFeet|PartnerInch|PermanentAddress/
  const knowing = files.filter((file) => odd.test(readFileSync(file, 'utf8')) && !file.endsWith('contract.ts'))
  // The one explanation of how renaming works shows an example.
  expect(knowing.filter((file) => !file.endsWith('http/fields.ts') && !file.endsWith('http/contract.ts'))).toEqual([])
})

/** What can be linked to, with something in the place of what varies. */
const links = Object.entries(to).map(([name, link]) => [
  name,
  (typeof link === 'string' ? link : link('1' as never)).split('?')[0]!,
])

test('every page has an address to link to', () => {
  for (const page of pages.filter(({ leadsTo }) => !leadsTo))
    expect(
      links.some(([, link]) => matchPath(page.path, link!)),
      page.path,
    ).toBe(true)
})

test.each(links)('F6: the address `%s`, %s, has a page', (_name, link) => {
  expect(findPage(link!)).toBeDefined()
  expect(existsSync(join('src', findPage(link!)!.page.file ?? ''))).toBe(true)
})

test('F6: no link has its address written into it: the table of addresses is the only place', () => {
  const written = /\b(?:to|href|action)=(?:\{\s*)?["'`]\/(?!api\/)|\bnavigate\(\s*["'`]\//
  expect(files.filter((file) => written.test(readFileSync(file, 'utf8')))).toEqual([])
})
