import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import type { Step } from './steps.ts'

const document = 'docs/requirements.md'
/** Longer lists of tests of one file would hide the others: whole tables of inputs are tests one by one. */
const mostNamed = 3

const byText = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })

/**
 * Every clause by its number, in the document's words. A number whose clauses have letters of their own is none.
 * `later` are not required yet, `inTestAll` are proved by `npm run test:all` alone.
 */
function readRequirements() {
  const text = readFileSync(document, 'utf8')
  const clauses = new Map(
    [...text.matchAll(/^ *- ([A-Z]\d+[a-z]?) (.+)$/gm)].map(([, number, words]) => [number!, words!]),
  )
  for (const number of [...clauses.keys()]) if (clauses.has(`${number}a`)) clauses.delete(number)
  const listed = (start: string) => new Set(text.match(new RegExp(`^${start}.*: (.+)$`, 'm'))?.[1]?.split(' '))
  return { clauses, later: listed('Not required yet'), inTestAll: listed('Proved by `npm run test:all` alone') }
}

/** A title that begins so proves these numbers: `H2 P1 K3a: …`, or `R2 SPEC-N1 …` with the finding it mends. */
const numbersOf = (title: string) => title.match(/^[A-Z]\d+[a-z]?(?: [A-Z]\d+[a-z]?)*(?=:? )/)?.[0].split(' ') ?? []

interface Result {
  file: string
  /** The titles of the groups a test stands in, and its own. */
  titles: string[]
  result: 'passed' | 'failed' | 'not run'
  /** Passed at its second try. */
  isFlaky?: boolean
}

/** Results are kept under the digest of the sources, so that those of other sources are never taken for these. */
function digestOfSources() {
  const hash = createHash('sha256')
  const folders = '{bin,src,sandbox,demo,tests,trials,deploy,migrations,public,scripts}/**/*'
  for (const file of globSync([folders, '*.ts', 'package-lock.json']).sort())
    if (statSync(file).isFile()) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** Where the results of tests are kept that run at the sources as they are now. */
export type Results = { folder: string }

export const resultsFolder = (): Results => ({ folder: `dist/results/${digestOfSources()}` })

/**
 * A folder for the results of the tests that are about to run. Those of other sources are removed; `isEmptied` also
 * removes those of these sources.
 */
export function openResults({ isEmptied = false } = {}): Results {
  const { folder } = resultsFolder()
  for (const kept of globSync('dist/results/*'))
    if (isEmptied || kept.replaceAll('\\', '/') !== folder) rmSync(kept, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return { folder }
}

/** Runs unit and API tests and keeps their results under a name. */
export const unitTests = ({ folder }: Results, name: string, ...args: string[]): Pick<Step, 'command'> => ({
  command: [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${folder}/unit-${name}.json`,
    ...args,
  ],
})

/** Runs browser tests and keeps their results under a name. */
export const browserTests = ({ folder }: Results, name: string, ...args: string[]): Pick<Step, 'command' | 'env'> => ({
  command: ['playwright', 'test', '--reporter=list,json', ...args],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: `${folder}/browser-${name}.json` },
})

interface UnitReport {
  testResults: { name: string; assertionResults: { ancestorTitles: string[]; title: string; status: string }[] }[]
}
interface BrowserSuite {
  title: string
  file: string
  specs: { title: string; tests: { status: string }[] }[]
  suites?: BrowserSuite[]
}
interface BrowserReport {
  config: { rootDir: string }
  suites: BrowserSuite[]
}

/** Of each kind of tests, whatever ran at these sources. What broke down has written nothing, and proves nothing. */
function readResults({ folder }: Results): Result[] {
  const read = <Report>(kind: string) =>
    globSync(`${folder}/${kind}-*.json`).map((file): Report => JSON.parse(readFileSync(file, 'utf8')))
  const unit = read<UnitReport>('unit')
    .flatMap(({ testResults }) => testResults)
    .flatMap(({ name, assertionResults }) =>
      assertionResults.map(
        ({ ancestorTitles, title, status }): Result => ({
          file: nameOf(name),
          titles: [...ancestorTitles, title],
          result: status === 'passed' || status === 'failed' ? status : 'not run',
        }),
      ),
    )
  const inside = (root: string, { title, file, specs, suites = [] }: BrowserSuite): Result[] => [
    ...specs.map((spec) => ({
      file: nameOf(`${root}/${file}`),
      titles: [title, spec.title],
      ...outcomeOf(spec.tests.map(({ status }) => status)),
    })),
    ...suites.flatMap((suite) => inside(root, suite)),
  ]
  const browser = read<BrowserReport>('browser').flatMap(({ config, suites }) =>
    suites.flatMap((suite) => inside(config.rootDir, suite)),
  )
  return [...unit, ...browser]
}

const nameOf = (path: string) => relative('.', path).replaceAll('\\', '/')

/** A test that passed at its second try has passed, as for the run's own result. */
const outcomeOf = (statuses: string[]): Pick<Result, 'result' | 'isFlaky'> => ({
  result: statuses.includes('unexpected') ? 'failed' : statuses.includes('skipped') ? 'not run' : 'passed',
  isFlaky: statuses.includes('flaky'),
})

/** Names what failed, or needed a second try: a log of some thousand lines hides it. */
export function nameFailures(results: Results) {
  for (const { file, titles, result, isFlaky } of readResults(results)) {
    if (result === 'failed') console.log(`FAILED ${file}: ${titles.at(-1)}`)
    if (isFlaky) console.log(`At its second try ${file}: ${titles.at(-1)}`)
  }
}

const commands = ['npm test', 'npm run test:all'] as const

/**
 * Says which clauses lack a test that passed in the last run at these sources. `npm test` must prove every clause but
 * those that the document leaves to `npm run test:all`, and that proves these; `alsoProved` are proved by what is no test.
 * @returns whether every clause that `command` must prove has a passing test, and every test's number a clause
 */
export function checkRequirements(
  results: Results,
  command: (typeof commands)[number],
  alsoProved: string[] = [],
): boolean {
  const { clauses, later, inTestAll } = readRequirements()
  const proved = new Set([...alsoProved, ...proofs(results).map(({ number }) => number)])
  const required = [...clauses.keys()].filter(
    (number) => !later.has(number) && inTestAll.has(number) === (command === 'npm run test:all'),
  )
  const unproved = required.filter((number) => !proved.has(number))
  const unknown = [...proved, ...later, ...inTestAll].filter((number) => !clauses.has(number))
  if (unknown.length > 0) console.log(`No clause of ${document} is numbered ${unknown.join(', ')}`)
  if (unproved.length > 0) console.log(`Without a passing test in \`${command}\`: ${unproved.join(' ')}`)
  console.log(
    `\`${command}\` proves ${required.length - unproved.length} of ${required.length} clauses of ${document}.`,
  )
  if (command === 'npm test') console.log(`Only \`npm run test:all\` proves: ${[...inTestAll].join(' ')}`)
  console.log(`Not required yet: ${[...later].join(' ')}`)
  return unproved.length + unknown.length === 0
}

const proofs = (results: Results) =>
  readResults(results)
    .filter(({ result }) => result === 'passed')
    .flatMap((test) => test.titles.flatMap(numbersOf).map((number) => ({ ...test, number })))

/** Prints every clause with the tests that proved it here, in the last runs at these sources. */
function printProofs(results: Results) {
  const { clauses, later } = readRequirements()
  const ofClause = Map.groupBy(proofs(results), ({ number }) => number)
  for (const [number, words] of clauses) {
    const files = Map.groupBy(ofClause.get(number) ?? [], ({ file }) => file)
    console.log(`${number} ${words}`)
    for (const [file, tests] of [...files].sort(([a], [b]) => byText(a, b))) {
      const names = [...new Set(tests.map(({ titles }) => titles.at(-1)!))]
      const more = names.length > mostNamed ? `; and ${names.length - mostNamed} more` : ''
      console.log(`    ${file}: ${names.slice(0, mostNamed).join('; ')}${more}`)
    }
    if (files.size === 0) console.log(`    ${later.has(number) ? 'not required yet' : 'NO PASSING TEST'}`)
  }
}

if (import.meta.main) {
  const results = resultsFolder()
  if (readResults(results).length === 0)
    spawnSync('npm', ['test'], { stdio: 'inherit', shell: process.platform === 'win32' })
  printProofs(results)
  process.exit(checkRequirements(results, 'npm test') ? 0 : 1)
}
