import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const isOurs = (path: string) => !/^(node_modules|dist|\.git|test-results)$/.test(path)
const files = globSync('**/*', { exclude: (path) => !isOurs(path) })
const documents = files.filter((file) => file.endsWith('.md'))

/** Of no document's own: a name in place of any, and papers that are not here. */
const elsewhere = /^(x\.page\.tsx|DESIGN\.md|(research|review|ux)\/.*)$/

/** The files and folders that a text names in backticks, by their whole path or its end, and those that are not there. */
function namedIn(text: string) {
  const path = /`([\w.*{},[\]-][\w.*{},/[\]-]*(?:\/|\.(?:tsx?|m?js|css|sql|md|json|conf|service|html|svg)))`/g
  const named = [...text.matchAll(path)].map(([, name]) => name!).filter((name) => !elsewhere.test(name))
  const missing = named.filter((name) => {
    const pattern = name
      .replace(/\/$/, '')
      .replace(/[.[\]]/g, '\\$&')
      .replaceAll('*', '[^/]*')
      .replace(/\{([^}]*)\}/g, (_, names: string) => `(${names.replaceAll(',', '|')})`)
    const ending = new RegExp(`(^|/)${pattern}$`)
    return !files.some((file) => ending.test(file))
  })
  return { named, missing }
}

test.each(documents)('every file that %s names is there', (document) => {
  expect(namedIn(readFileSync(document, 'utf8')).missing).toEqual([])
})

test('documents name many files, and one that is not there is found', () => {
  expect(namedIn(documents.map((document) => readFileSync(document, 'utf8')).join()).named.length).toBeGreaterThan(250)
  expect(namedIn('`src/router.tsx`, `app/shell/router.tsx`, `texts/*/login.ts`, `src/modal.ts`').missing).toEqual([
    'src/router.tsx',
    'src/modal.ts',
  ])
})

const records = documents.filter((document) => /docs\/decisions\/\d{3}-[\w-]+\.md$/.test(document))

/** What a decision record lacks of its form, which is short enough to be read. */
function wrongIn(record: string) {
  const parts = record.match(/^(?:# \d{3} |Status: |Date: \d{4}-\d\d-\d\d$|## .+)/gm)
  const form = ['# 000 ', 'Status: ', 'Date: ', '## Context', '## Decision', '## Consequences']
  const found = parts?.map((part) => part.replace(/\d{3} /, '000 ').replace(/\d{4}.*/, ''))
  const words = record.split(/\s+/).filter(Boolean).length
  return [
    ...(form.join() === found?.join() ? [] : [`its parts are ${found}`]),
    ...(words > 300 ? [`${words} words`] : []),
  ]
}

test.each(records)('%s has the parts of a record in at most 300 words', (record) => {
  expect(wrongIn(readFileSync(record, 'utf8'))).toEqual([])
})

test('a record without a date is found, and so is one that is too long', () => {
  const record = '# 001 A\n\nStatus: accepted\nDate: 2026-11-25\n\n## Context\n\n## Decision\n\n## Consequences\n'
  expect(wrongIn(record)).toEqual([])
  expect(wrongIn(record.replace(/Date.*\n/, ''))).toHaveLength(1)
  expect(wrongIn(record + 'word '.repeat(300))).toHaveLength(1)
})

test('at most 30 decisions bind, each with its own number, and documents name only those', () => {
  const numberOf = (record: string) => record.match(/(\d{3})-/)![1]!
  const numbers = new Set(records.map(numberOf))
  expect(records.length).toBeLessThanOrEqual(30)
  expect(numbers.size).toBe(records.length)
  const named = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/\bdecision (\d{3})\b/gi)].map(
      ([, number]) => `${document}: ${number}`,
    ),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !numbers.has(name.slice(-3)))).toEqual([])
})

type Manifest = Record<'dependencies' | 'devDependencies', Record<string, string>>
const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'))

/** The packages that have a row in the tables below the headings that begin with one of these words. */
function rowsIn(text: string, groups: string[]) {
  const sections = text.split(/^## /m).filter((section) => groups.some((group) => section.startsWith(group)))
  const rows = sections.flatMap((section) => [...section.matchAll(/^\| (`[^|]+) \|/gm)])
  return rows.flatMap(([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)).sort()
}

test.each([
  ['dependencies', ['Server', 'Pages', 'Demo']],
  ['devDependencies', ['Build', 'Tests']],
] as const)('each of the %s has one row in docs/dependencies.md, and each row is of one', (of, groups) => {
  expect(rowsIn(readFileSync('docs/dependencies.md', 'utf8'), [...groups])).toEqual(Object.keys(manifest[of]).sort())
})

test('a package with a second row is found, and so is one in a row of several', () => {
  const text = '## Pages\n\n| package | why |\n|---|---|\n| `a`, `@b/c` | d |\n\n## Tests\n\n| `e` | `f` |\n| `e` | |\n'
  expect(rowsIn(text, ['Pages'])).toEqual(['@b/c', 'a'])
  expect(rowsIn(text, ['Tests'])).toEqual(['e', 'e'])
})

test('all documents together have at most 27,000 words, without the requirements and the generated table', () => {
  const counted = documents.filter(
    (file) => /^(docs\/.*|[\w-]+)\.md$/.test(file) && !/requirements|who-may-do/.test(file),
  )
  const words = counted.flatMap((file) => readFileSync(file, 'utf8').split(/\s+/).filter(Boolean))
  expect(words.length).toBeGreaterThan(20_000)
  expect(words.length).toBeLessThanOrEqual(27_000)
})
