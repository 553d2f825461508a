import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createVitest } from 'vitest/node'

// `npm run check`: lint, types, and the tests nearest to what was changed, in less than a minute. `npm test` is everything.

/** Milliseconds of testing after which no more is begun, and after which what runs is broken off. */
const lastStartMs = 25_000
const breakOffMs = 35_000
/** How many test files are run before the time is looked at again. */
const atOnce = 4

/** Puts every feature together, so that by way of it each test needs each file: nearness ends here. */
const hub = 'src/app/server/app.server.ts'
/** Looks at every file. */
const always = 'tests/architecture/architecture.test.ts'

const begun = performance.now()
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
const commitOf = (...args: string[]) => {
  try {
    return git(...args).trim()
  } catch {
    return undefined
  }
}

/** What differs from where this branch left main, saved or not; on main from the commit before the last. */
function findChanges() {
  const main = ['main', 'origin/main'].map((name) => commitOf('rev-parse', '--verify', name)).find(Boolean)
  const head = commitOf('rev-parse', 'HEAD')
  const left = main && commitOf('merge-base', 'HEAD', main)
  const base = (left === head ? commitOf('rev-parse', '--verify', 'HEAD^') : left) ?? 'HEAD'
  const listed = git('diff', '--name-only', '-z', base) + git('ls-files', '-z', '--others', '--exclude-standard')
  return { base, changed: [...new Set(listed.split('\0').filter(Boolean))] }
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** By each file, which files import it. */
function readImporters(files: string[]) {
  const importers = new Map<string, string[]>()
  for (const file of files)
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport\(?)\s*'([.#][^']+)'/g)) {
      const path = target!.startsWith('.') ? join(dirname(file), target!) : target!.slice(1)
      importers.set(path, [...(importers.get(path) ?? []), file])
    }
  return importers
}

/** The tests that a change of these files touches: near ones, the nearest first, and those that only the whole app touches. */
function findTests(changed: string[]) {
  const files = globSync('{src,sandbox,demo,scripts,tests,trials}/**/*.{ts,tsx}').sort()
  const importers = readImporters(files)
  function reach(ends: (file: string) => boolean) {
    const found = new Set(changed)
    for (const file of found) if (!ends(file)) for (const importer of importers.get(file) ?? []) found.add(importer)
    return found
  }
  const direct = changed.flatMap((file) => [file, ...(importers.get(file) ?? [])])
  const beside = new Set(direct.filter((file) => file !== hub).map(dirname))
  const texts = files.filter(isTest).map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const naming = texts.filter(({ text }) => changed.some((name) => !/\.tsx?$/.test(name) && text.includes(name)))
  const near = new Set([
    always,
    ...changed.filter((file) => isTest(file) && files.includes(file)),
    ...files.filter((file) => isTest(file) && changed.some((name) => dirname(name) === dirname(file))),
    ...naming.map(({ file }) => file),
    ...direct.filter(isTest),
    ...files.filter((file) => isTest(file) && beside.has(dirname(file))),
    ...[...reach((file) => file === hub)].filter(isTest),
  ])
  return { near: [...near].filter((file) => files.includes(file)), all: [...reach(() => false)].filter(isTest) }
}

async function runTests(files: string[]) {
  const since = performance.now()
  const passed = () => performance.now() - since
  const vitest = await createVitest('test', { watch: false, passWithNoTests: true })
  await vitest.standalone()
  const breakOff = setTimeout(() => void vitest.cancelCurrentRun('test-failure'), breakOffMs)
  const run: string[] = []
  try {
    while (run.length < files.length && passed() < lastStartMs) {
      const next = files.slice(run.length, run.length + atOnce)
      await vitest.runTestSpecifications(await vitest.globTestSpecifications(next))
      if (passed() >= breakOffMs) break
      run.push(...next)
    }
    const hasFailed = vitest.state.getCountOfFailedTests() > 0 || vitest.state.getUnhandledErrors().length > 0
    const hasBroken = vitest.state.getFiles().some(({ result }) => result?.state === 'fail')
    return { run, isGood: !hasFailed && !hasBroken }
  } finally {
    clearTimeout(breakOff)
    await vitest.close()
  }
}

const failed: string[] = []
const { base, changed } = findChanges()
console.log(`${changed.length} files differ from ${base.slice(0, 9)}`)
for (const [name, [command, ...args]] of Object.entries({
  lint: ['biome', 'check', '--error-on-warnings', '.'],
  words: ['node', 'scripts/plain-english.ts'],
  types: ['tsc', '--incremental', '--tsBuildInfoFile', 'node_modules/.tsbuildinfo'],
})) {
  const since = performance.now()
  const { status } = spawnSync(command!, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) failed.push(name)
  console.log(`${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds(since)}\n`)
}
const { near, all } = findTests(changed)
const since = performance.now()
const { run, isGood } = await runTests(near)
if (!isGood) failed.push('tests')
console.log(`tests: ${isGood ? 'passed' : 'FAILED'} in ${seconds(since)}. Run: ${run.join(', ')}`)
const left = near.filter((file) => !run.includes(file))
if (left.length > 0) console.log(`Near, but there was no time for them: ${left.join(', ')}`)
const far = all.filter((file) => !near.includes(file)).length
console.log(
  `Left to npm test: ${left.length + far} more files of tests that the change touches, and the browser tests.`,
)
console.log(`${failed.length === 0 ? 'Passed' : `FAILED: ${failed.join(', ')}`} in ${seconds(begun)}`)
process.exitCode = failed.length === 0 ? 0 : 1
