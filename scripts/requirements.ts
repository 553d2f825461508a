import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Every requirement by its number, in one line. */
const requirements: Record<string, string> = JSON.parse(readFileSync('docs/requirements.json', 'utf8'))
const notYetRequired = new Set(['X9'])
const document = 'docs/requirements.md'
/** More names than these of one file would hide the others: whole tables of inputs are tests one by one. */
const mostNamed = 3

/** A title that begins so proves these numbers: `H2 P1: …`. */
const numbersOf = (title: string) => title.match(/^[A-Z]\d+(?: [A-Z]\d+)*(?=: )/)?.[0].split(' ') ?? []

interface Result {
  file: string
  /** The titles of the groups a test stands in, and its own. */
  titles: string[]
  isPassed: boolean
}

/** What the suites would be run on. Results are kept under it, so that those of other sources are never taken for it. */
function digestOfSources() {
  const hash = createHash('sha256')
  const folders = '{src,sandbox,demo,e2e,migrations,public,scripts}/**/*'
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
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: relative('.', name).replaceAll('\\', '/'),
      titles: [...ancestorTitles, title],
      isPassed: status === 'passed',
    })),
  )
  const inside = ({ title, file, specs, suites = [] }: BrowserSuite): Result[] => [
    ...specs.map((spec) => ({
      file: `e2e/${file}`,
      titles: [title, spec.title],
      isPassed: spec.tests.every(({ status }) => status === 'expected'),
    })),
    ...suites.flatMap(inside),
  ]
  return [...unit, ...read<{ suites: BrowserSuite[] }>('browser.json', { suites: [] }).suites.flatMap(inside)]
}

/** The document, and what is missing: numbers without a passing test, and tests whose number does not exist. */
function judge(results: Result[]) {
  const tests = results.flatMap((test) => test.titles.flatMap(numbersOf).map((number) => ({ ...test, number })))
  const lines: string[] = []
  const problems = new Set<string>()
  for (const { number, titles } of tests)
    if (!(number in requirements)) problems.add(`${number} is no requirement: ${titles.at(-1)}`)
  for (const [number, text] of Object.entries(requirements)) {
    const own = Map.groupBy(
      tests.filter((test) => test.number === number && test.isPassed),
      ({ file }) => file,
    )
    if (own.size === 0 && !notYetRequired.has(number)) problems.add(`${number} has no passing test: ${text}`)
    const proofs = [...own.keys()].sort().map((file) => {
      const names = [...new Set(own.get(file)!.map(({ titles }) => titles.at(-1)!))].sort()
      const more = names.length > mostNamed ? [`and ${names.length - mostNamed} more`] : []
      // Tests of whole tables have data in their names; as code it is data here, too.
      const shown = names.slice(0, mostNamed).map((name) => `\`\` ${name.replaceAll('|', '\\|')} \`\``)
      return `\`${file}\`: ${[...shown, ...more].join('; ')}`
    })
    lines.push(`| ${number} | ${text} | ${proofs.join('<br>') || 'No test yet.'} |`)
  }
  const required = Object.keys(requirements).filter((number) => !notYetRequired.has(number))
  const proved = required.filter((number) => tests.some((test) => test.number === number && test.isPassed))
  const total = `${proved.length} of ${required.length} required numbers have a passing test.`
  const head = [
    '# Requirements and their tests',
    '',
    'Written by `npm run requirements`.',
    '',
    total,
    '',
    '| number | what | tests |',
    '|---|---|---|',
  ]
  const counts = Object.keys(requirements).map(
    (number) => `${number.padEnd(3)} ${tests.filter((test) => test.number === number && test.isPassed).length}`,
  )
  return { text: `${[...head, ...lines].join('\n').trimEnd()}\n`, problems: [...problems], counts, total }
}

/** Says which requirements are proved. @returns whether all are, and the document says so; `write` brings it up to date */
export function checkRequirements(from: Suites, write: boolean): boolean {
  const { text, problems, counts, total } = judge(readResults(from))
  const isCurrent = existsSync(document) && readFileSync(document, 'utf8') === text
  if (write) writeFileSync(document, text)
  else if (!isCurrent) problems.push(`${document} is not up to date: npm run requirements`)
  console.log([...counts, ...problems, total].join('\n'))
  return problems.length === 0
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
  process.exit(checkRequirements(found, true) ? 0 : 1)
}
