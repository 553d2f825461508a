import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'
import { copyFilesTo, here } from '#trials/copy.ts'
import { moneyMutations } from './money.ts'
import type { Mutation } from './mutation.ts'
import { peopleMutations } from './people.ts'
import { siteMutations } from './site.ts'

// Makes a copy of the project wrong in one place after the other, and runs the tests that must notice. Arguments are
// parts of the names of files: `node trials/mutations/mutations.ts payments backup`. `--check` only looks whether each
// text is still there.

/** A mutation can make a test wait for something that never comes. */
const testTimeoutMs = 30_000

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

for (const mutation of mutations) await mutate(here, mutation)
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

const vitest = await createVitest('test', {
  root: folder,
  watch: false,
  bail: 1,
  testTimeout: testTimeoutMs,
  hookTimeout: testTimeoutMs,
  reporters: [{}],
})
undo.defer(() => vitest.close())
await vitest.standalone()

/** Runs tests, each given as a file or as a file and the requirement in the titles. @returns what failed, the first alone */
async function run(tests: readonly string[]) {
  const specifications = []
  for (const test of tests) {
    const [file, requirement] = test.split(' ')
    const found = (await vitest.globTestSpecifications([file!])).filter(
      ({ moduleId, project }) => moduleId === join(folder, file!) && project.name === 'tests',
    )
    if (found.length !== 1) throw new Error(`There is no file of tests ${file}.`)
    const testNamePattern = requirement ? new RegExp(`\\b${requirement}\\b[^:]*:`) : undefined
    specifications.push(found[0]!.project.createSpecification(found[0]!.moduleId, { testNamePattern }))
  }
  const { testModules: known, unhandledErrors } = await vitest.rerunTestSpecifications(specifications)
  // vitest answers those of earlier runs too.
  const testModules = known.filter(({ moduleId }) => specifications.some((run) => run.moduleId === moduleId))
  const isEmpty = ({ children }: TestModule) =>
    [...children.allTests()].every((test) => test.result().state === 'skipped')
  return {
    failed: testModules.flatMap(({ children }) => [...children.allTests('failed')].map(({ fullName }) => fullName)),
    // A file that does not load has no tests that could notice anything.
    broken: [
      ...testModules.flatMap((module) => module.errors().map(({ message }) => message)),
      ...unhandledErrors.map(String),
    ],
    empty: testModules.filter(isEmpty).map(({ relativeModuleId }) => relativeModuleId),
  }
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`.padStart(7)
const begun = performance.now()
const all = [...new Set(mutations.flatMap(({ noticedBy }) => noticedBy))]
const unmutated = await run(all)
const wrong = [...unmutated.failed, ...unmutated.broken, ...unmutated.empty.map((file) => `${file}: no test has run`)]
if (wrong.length > 0) throw new Error(`Without any mutation: ${wrong.join('\n')}`)
console.log(`${seconds(begun)}  without any mutation the tests pass`)

const unnoticed: string[] = []
for (const mutation of mutations) {
  const since = performance.now()
  const { path, before, after } = await mutate(folder, mutation)
  const put = async (text: string) => {
    await writeFile(path, text)
    vitest.invalidateFile(path)
  }
  await put(after)
  const { failed, broken } = await run(mutation.noticedBy)
  await put(before)
  if (failed.length === 0 && broken.length > 0)
    throw new Error(`The tests do not load. ${startOf(mutation)}\n${broken[0]}`)
  if (failed.length === 0) unnoticed.push(startOf(mutation))
  console.log(`${seconds(since)}  ${failed.length > 0 ? 'noticed  ' : 'UNNOTICED'}  ${startOf(mutation)}`)
  if (failed[0]) console.log(`                    by ${failed[0]}`)
}
const noticed = mutations.length - unnoticed.length
console.log(`${noticed} of ${mutations.length} noticed in ${seconds(begun).trim()}, load ${loadavg()[0]!.toFixed(1)}`)
for (const text of unnoticed) console.log(`UNNOTICED  ${text}`)
process.exitCode = unnoticed.length === 0 ? 0 : 1
