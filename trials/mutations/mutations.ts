import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVitest, type TestModule, type TestSpecification } from 'vitest/node'
import { copyFilesTo, here } from '#trials/copy.ts'
import { moneyMutations } from './money.ts'
import type { Mutation } from './mutation.ts'
import { peopleMutations } from './people.ts'
import { siteMutations } from './site.ts'

// Makes a copy of the project wrong in one place after the other, and runs the tests that must notice. Arguments are
// parts of the names of files: `node trials/mutations/mutations.ts payments backup`. `--check` only looks whether each
// text is still there.

/** A mutation can make a test wait for something that never comes. */
const testTimeoutMs = 60_000

const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const isForMutations = ({ file }: Mutation) => words.length === 0 || words.some((word) => file.includes(word))
const mutations = [...moneyMutations, ...peopleMutations, ...siteMutations].filter(isForMutations)
const startOf = ({ file, from }: Mutation) => `${file}: ${from.trim().replaceAll(/\s+/g, ' ').slice(0, 90)}`

/** @throws Error unless the text stands in the file exactly once */
async function mutate(folder: string, mutation: Mutation) {
  const path = join(folder, mutation.file)
  const before = await readFile(path, 'utf8')
  const times = before.split(mutation.from).length - 1
  if (times !== 1) throw new Error(`This text stands there ${times} times, not once. ${startOf(mutation)}`)
  // A function, because `$` has a meaning in a text that replaces.
  const after = before.replace(mutation.from, () => mutation.to)
  return { path, before, after }
}

const looked = await Promise.allSettled(mutations.map((mutation) => mutate(here, mutation)))
const lost = looked.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.message)] : []))
if (lost.length > 0) {
  console.error(lost.join('\n'))
  process.exit(1)
}
console.log(`${mutations.length} mutations, each at a text that stands there once`)
if (process.argv.includes('--check')) process.exit(0)

const folder = await mkdtemp(join(tmpdir(), 'nikhad-mutations-'))
// The database's own user has to reach the folder below.
await chmod(folder, 0o755)
await using undo = new AsyncDisposableStack()
undo.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
// vitest has a PostgreSQL beside it.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void undo.disposeAsync().finally(() => process.exit(1)))
await copyFilesTo(folder)
for (const shared of ['node_modules', 'dist'])
  if (existsSync(join(here, shared))) await symlink(join(here, shared), join(folder, shared))
process.chdir(folder)
undo.defer(() => process.chdir(here))

/** Then one test that fails is enough. */
let isMutated = false
const vitest = await createVitest('test', {
  root: folder,
  watch: false,
  testTimeout: testTimeoutMs,
  hookTimeout: testTimeoutMs,
  reporters: [
    {
      onTestCaseResult(test) {
        if (isMutated && test.result().state === 'failed') void vitest.cancelCurrentRun('test-failure')
      },
    },
  ],
})
undo.defer(() => vitest.close())
await vitest.standalone()

const fileOf = (test: string) => test.split(' ')[0]!
/** Which titles are meant by a file of tests with a requirement behind it. */
const titleOf = (test: string) => {
  const [, requirement] = test.split(' ')
  return requirement ? `\\b${requirement}\\b[^:]*:` : ''
}

/** Runs tests, each given as a file or as a file and the requirement in the titles. */
async function run(tests: readonly string[]) {
  const specifications: TestSpecification[] = []
  // A file that is run twice at once answers nothing.
  for (const [file, ofFile] of Map.groupBy(tests, fileOf)) {
    const moduleId = join(folder, file)
    const found = (await vitest.globTestSpecifications([file])).find(
      (specification) => specification.moduleId === moduleId,
    )
    if (!found) throw new Error(`There is no file of tests ${file}.`)
    const testNamePattern = new RegExp(ofFile.map(titleOf).join('|'))
    specifications.push(found.project.createSpecification(moduleId, { testNamePattern }))
  }
  const { testModules: known, unhandledErrors } = await vitest.rerunTestSpecifications(specifications)
  // vitest answers those of earlier runs too.
  const testModules = known.filter(({ moduleId }) => specifications.some((run) => run.moduleId === moduleId))
  const testsIn = (modules: TestModule[], state: 'passed' | 'failed') =>
    modules.flatMap(({ children }) => [...children.allTests(state)])
  return {
    failed: testsIn(testModules, 'failed').map((test) => ({
      name: test.fullName,
      why: test.result().errors?.[0]?.message ?? '',
    })),
    // A file that does not load has no tests that could notice anything.
    broken: [
      ...testModules.flatMap((module) => module.errors().map(({ message }) => message)),
      ...unhandledErrors.map((error) => (error as { message?: string }).message ?? 'an error without words'),
    ],
    /** Whether of these tests some have run, and all of them have passed. */
    isSound(test: string) {
      const modules = testModules.filter(({ moduleId }) => moduleId === join(folder, fileOf(test)))
      const has = (state: 'passed' | 'failed') =>
        testsIn(modules, state).some(({ fullName }) => new RegExp(titleOf(test)).test(fullName))
      return has('passed') && !has('failed')
    },
  }
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`.padStart(7)
const begun = performance.now()
const tests = [...new Set(mutations.flatMap(({ noticedBy }) => noticedBy))]
const unmutated = await run(tests)
for (const { name, why } of unmutated.failed) console.log(`FAILED without any mutation  ${name}: ${why}`)
for (const why of unmutated.broken) console.log(`FAILED without any mutation  ${why}`)
console.log(`${seconds(begun)}  without any mutation`)

const outcomes: Record<'noticed' | 'UNNOTICED' | 'NOT TRIED', Mutation[]> = {
  noticed: [],
  UNNOTICED: [],
  'NOT TRIED': [],
}
isMutated = true
for (const mutation of mutations) {
  const since = performance.now()
  const tell = (outcome: keyof typeof outcomes, why = '') => {
    outcomes[outcome].push(mutation)
    console.log(`${seconds(since)}  ${outcome.padEnd(9)}  ${startOf(mutation)}${why && `\n                    ${why}`}`)
  }
  const unsound = mutation.noticedBy.find((test) => !unmutated.isSound(test))
  if (unsound) {
    tell('NOT TRIED', `Without any mutation ${unsound} fails, or none of its tests is meant`)
    continue
  }
  const { path, before, after } = await mutate(folder, mutation)
  const put = async (text: string) => {
    await writeFile(path, text)
    vitest.invalidateFile(path)
  }
  await put(after)
  const { failed, broken } = await run(mutation.noticedBy)
  await put(before)
  if (failed[0]) tell('noticed', `by ${failed[0].name}`)
  else if (broken[0]) tell('NOT TRIED', `Its tests do not load: ${broken[0]}`)
  else tell('UNNOTICED')
}
const { noticed, ...rest } = outcomes
console.log(
  `${noticed.length} of ${mutations.length} noticed in ${seconds(begun).trim()}, load ${loadavg()[0]!.toFixed(1)}`,
)
for (const [outcome, those] of Object.entries(rest))
  for (const mutation of those) console.log(`${outcome}  ${startOf(mutation)}`)
process.exitCode = noticed.length === mutations.length ? 0 : 1
