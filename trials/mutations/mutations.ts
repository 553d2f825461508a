import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createVitest, type TestModule, type TestSpecification } from 'vitest/node'
import { copyFilesTo, here } from '#trials/copy.ts'
import { familyMutations } from './families.ts'
import { moneyMutations } from './money.ts'
import { type Mutation, partsOf, titlesOf } from './mutation.ts'
import { peopleMutations } from './people.ts'
import { type Result, resultsIn, summaryOf } from './results.ts'
import { ruleMutations } from './rules.ts'
import { siteMutations } from './site.ts'

// Makes a copy of the project wrong in one place after the other, and runs the tests that must notice. Arguments are
// parts of the names of files, or of the texts that are changed: `node trials/mutations/mutations.ts payments forUpdate`.
// `--check` only looks whether each text and each test is still there. What was noticed stands in a file of results, and is
// not tried again while the mutation, its file and its tests are the same; `--results FILE` names another file than the one
// in the temporary folder.

/** A mutation can make a test wait for something that never comes. */
const testTimeoutMs = 90_000

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    results: { type: 'string', default: join(tmpdir(), 'nikhad-mutations.jsonl') },
  },
})
const isMeant = ({ file, from }: Mutation) =>
  words.length === 0 || words.some((word) => file.includes(word) || from.includes(word))
const mutations = [
  ...ruleMutations,
  ...moneyMutations,
  ...familyMutations,
  ...peopleMutations,
  ...siteMutations,
].filter(isMeant)
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

/** @throws Error unless the file of tests is there, with the words that choose tests in it */
async function requireTest(test: string) {
  const { file, words } = partsOf(test)
  const text = await readFile(join(here, file), 'utf8')
  if (!titlesOf(test).test(text)) throw new Error(`${file} has no test with these words: ${words}`)
}

const tests = [...new Set(mutations.flatMap(({ noticedBy }) => noticedBy))]
const looked = await Promise.allSettled([
  ...mutations.map((mutation) => mutate(here, mutation)),
  ...tests.map(requireTest),
])
const lost = looked.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.message)] : []))
if (lost.length > 0) {
  console.error(lost.join('\n'))
  process.exit(1)
}
console.log(`${mutations.length} mutations, each at a text that stands there once`)
if (options.check) process.exit(0)

const known = await resultsIn(resolve(options.results))
const results = new Map<Mutation, Result>()
for (const mutation of mutations) {
  const earlier = await known.find(mutation)
  if (earlier) results.set(mutation, earlier)
}
const remaining = mutations.filter((mutation) => !results.has(mutation))
console.log(`${results.size} of them are in ${options.results}, ${remaining.length} are left`)

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

/** Runs tests, each given as a file or as a file and words that choose tests in it. */
async function run(tests: readonly string[]) {
  const specifications: TestSpecification[] = []
  // A file that is run twice at once answers nothing.
  for (const [file, ofFile] of Map.groupBy(tests, (test) => partsOf(test).file)) {
    const moduleId = join(folder, file)
    const found = (await vitest.globTestSpecifications([file])).find(
      (specification) => specification.moduleId === moduleId,
    )
    if (!found) throw new Error(`There is no file of tests ${file}.`)
    const testNamePattern = new RegExp(ofFile.map((test) => titlesOf(test).source).join('|'))
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
      const modules = testModules.filter(({ moduleId }) => moduleId === join(folder, partsOf(test).file))
      const has = (state: 'passed' | 'failed') =>
        testsIn(modules, state).some(({ fullName }) => titlesOf(test).test(fullName))
      return has('passed') && !has('failed')
    },
  }
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`.padStart(7)
const shortly = (message: string) => message.replaceAll(/\s+/g, ' ').slice(0, 160)

/** Runs all that is needed of a file of tests, before anything is wrong. */
async function runUnmutated(file: string) {
  const since = performance.now()
  const needed = new Set(remaining.flatMap(({ noticedBy }) => noticedBy).filter((test) => partsOf(test).file === file))
  isMutated = false
  const done = await run([...needed])
  for (const { name, why } of done.failed) console.log(`FAILED without any mutation  ${name}: ${shortly(why)}`)
  for (const why of done.broken) console.log(`FAILED without any mutation  ${shortly(why)}`)
  console.log(`${seconds(since)}  without any mutation  ${file}`)
  return done
}
const unmutated = new Map<string, Awaited<ReturnType<typeof run>>>()

async function resultOf(mutation: Mutation): Promise<Result> {
  for (const test of mutation.noticedBy) {
    const { file } = partsOf(test)
    const sound = unmutated.get(file) ?? (await runUnmutated(file))
    unmutated.set(file, sound)
    if (!sound.isSound(test))
      return { outcome: 'NOT TRIED', why: `Without any mutation ${test} fails, or none of its tests is meant` }
  }
  const { path, before, after } = await mutate(folder, mutation)
  const put = async (text: string) => {
    await writeFile(path, text)
    vitest.invalidateFile(path)
  }
  await put(after)
  isMutated = true
  const { failed, broken } = await run(mutation.noticedBy)
  await put(before)
  if (failed[0]) return { outcome: 'noticed', why: `by ${failed[0].name}: ${shortly(failed[0].why)}` }
  if (broken[0]) return { outcome: 'NOT TRIED', why: `Its tests do not load: ${shortly(broken[0])}` }
  return mutation.equivalent ? { outcome: 'equivalent', why: mutation.equivalent } : { outcome: 'UNNOTICED', why: '' }
}

const begun = performance.now()
for (const mutation of remaining) {
  const since = performance.now()
  const result = await resultOf(mutation)
  results.set(mutation, result)
  await known.add(mutation, result)
  const { outcome, why } = result
  console.log(`${seconds(since)}  ${outcome.padEnd(9)}  ${startOf(mutation)}${why && `\n                    ${why}`}`)
}
console.log(`\nIn ${seconds(begun).trim()}, load ${loadavg()[0]!.toFixed(1)}\n${summaryOf(results)}`)
const open = [...results].filter(([, { outcome }]) => outcome === 'UNNOTICED' || outcome === 'NOT TRIED')
for (const [mutation, { outcome }] of open) console.log(`${outcome}  ${startOf(mutation)}`)
process.exitCode = open.length === 0 ? 0 : 1
