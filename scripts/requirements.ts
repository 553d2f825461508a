import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { relative } from 'node:path'

const document = 'docs/requirements.md'
/** More names than these of one file would hide the others: whole tables of inputs are tests one by one. */
const mostNamed = 3

const byText = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })

/** Every clause by its number, in the document's words; a number whose clauses have letters of their own is none. */
function readRequirements() {
  const text = readFileSync(document, 'utf8')
  const clauses = new Map(
    [...text.matchAll(/^ *- ([A-Z]\d+[a-z]?) (.+)$/gm)].map(([, number, words]) => [number!, words!]),
  )
  for (const number of [...clauses.keys()]) if (clauses.has(`${number}a`)) clauses.delete(number)
  const later = new Set(text.match(/^Not required yet.*: (.+)$/m)?.[1]?.split(' '))
  return { clauses, later }
}

/** A title that begins so proves these numbers: `H2 P1 K3a: …`. */
const numbersOf = (title: string) => title.match(/^[A-Z]\d+[a-z]?(?: [A-Z]\d+[a-z]?)*(?=: )/)?.[0].split(' ') ?? []

interface Result {
  file: string
  /** The titles of the groups a test stands in, and its own. */
  titles: string[]
  result: 'passed' | 'failed' | 'not run'
  /** Passed at its second try. */
  isFlaky?: boolean
}

/** What the suites would be run on. Results are kept under it, so that those of other sources are never taken for it. */
function digestOfSources() {
  const hash = createHash('sha256')
  const folders = '{bin,src,sandbox,demo,bench,test,e2e,faults,cluster,deploy,migrations,public,scripts}/**/*'
  for (const file of globSync([folders, '*.ts', 'package-lock.json']).sort())
    if (statSync(file).isFile()) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** How both suites are run so that their results are kept, and where. Called before the run, at the sources it is of. */
export function suites() {
  const folder = `dist/results/${digestOfSources()}`
  return {
    folder,
    unit: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${folder}/unit.json`],
    browser: ['playwright', 'test', '--reporter=list,json'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: `${folder}/browser.json` },
  }
}
type Suites = Pick<ReturnType<typeof suites>, 'folder'>

/** Forgets the results of other sources. */
export function makeRoom({ folder }: Suites) {
  rmSync('dist/results', { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

interface UnitReport {
  testResults: { name: string; assertionResults: { ancestorTitles: string[]; title: string; status: string }[] }[]
}
interface BrowserSuite {
  title: string
  file: string
  specs: { title: string; tests: { status: string }[] }[]
  suites?: BrowserSuite[]
}

function readResults({ folder }: Suites): Result[] {
  // A suite that broke down has written nothing, and proves nothing.
  const read = <Report>(name: string, nothing: Report): Report =>
    existsSync(`${folder}/${name}`) ? JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) : nothing
  const unit = read<UnitReport>('unit.json', { testResults: [] }).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(
      ({ ancestorTitles, title, status }): Result => ({
        file: relative('.', name).replaceAll('\\', '/'),
        titles: [...ancestorTitles, title],
        result: status === 'passed' || status === 'failed' ? status : 'not run',
      }),
    ),
  )
  const inside = ({ title, file, specs, suites = [] }: BrowserSuite): Result[] => [
    ...specs.map((spec) => ({
      file: `e2e/${file}`,
      titles: [title, spec.title],
      ...outcomeOf(spec.tests.map(({ status }) => status)),
    })),
    ...suites.flatMap(inside),
  ]
  return [...unit, ...read<{ suites: BrowserSuite[] }>('browser.json', { suites: [] }).suites.flatMap(inside)]
}

/** One that passed at its second try has passed, as for the run's own result. */
const outcomeOf = (statuses: string[]): Pick<Result, 'result' | 'isFlaky'> => ({
  result: statuses.includes('unexpected') ? 'failed' : statuses.includes('skipped') ? 'not run' : 'passed',
  isFlaky: statuses.includes('flaky'),
})

/** Names what failed, or needed a second try: a log of some thousand lines hides it. */
export function nameFailures(from: Suites) {
  for (const { file, titles, result, isFlaky } of readResults(from)) {
    if (result === 'failed') console.log(`FAILED ${file}: ${titles.at(-1)}`)
    if (isFlaky) console.log(`At its second try ${file}: ${titles.at(-1)}`)
  }
}

/**
 * Prints every clause with the tests that prove it here and now; what runs depends on the machine, so nothing of it is
 * kept in the repository.
 * @returns whether every required clause has a passing test, and every test's number a clause
 */
export function checkRequirements(from: Suites): boolean {
  const { clauses, later } = readRequirements()
  const proofs = readResults(from)
    .filter(({ result }) => result === 'passed')
    .flatMap((test) => test.titles.flatMap(numbersOf).map((number) => ({ ...test, number })))
  const ofClause = Map.groupBy(proofs, ({ number }) => number)
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
  const required = [...clauses.keys()].filter((number) => !later.has(number))
  const unproved = required.filter((number) => !ofClause.has(number))
  const waiting = [...later].filter((number) => !ofClause.has(number))
  const unknown = [...ofClause.keys()].filter((number) => !clauses.has(number))
  if (unknown.length > 0) console.log(`Titles name what is no clause: ${unknown.join(' ')}`)
  if (unproved.length > 0) console.log(`Without a passing test: ${unproved.join(' ')}`)
  console.log(
    `${clauses.size} clauses: ${clauses.size - unproved.length - waiting.length} have a passing test, ${unproved.length} lack one, ${waiting.length} are not required yet and have none: ${waiting.join(' ')}`,
  )
  return unproved.length + unknown.length === 0
}

if (import.meta.main) {
  const found = suites()
  const isFresh = existsSync(`${found.folder}/unit.json`) && existsSync(`${found.folder}/browser.json`)
  if (!isFresh) {
    makeRoom(found)
    const shell = process.platform === 'win32'
    for (const [command, ...args] of [found.unit, found.browser])
      spawnSync(command!, args, { stdio: 'inherit', shell, env: found.env })
  }
  process.exit(checkRequirements(found) ? 0 : 1)
}
