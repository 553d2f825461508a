import { spawnSync } from 'node:child_process'
import { checkRequirements, makeRoom, nameFailures, suites } from './requirements.ts'

const { unit, browser, env, ...results } = suites()
/** What `npm test` does, the quickest first; all of it runs, so that one run tells everything that is wrong. */
const steps = {
  lint: ['biome', 'check', '--error-on-warnings', '.'],
  types: ['tsc'],
  'unit and API tests': unit,
  'browser tests': browser,
}

makeRoom(results)
const failed: string[] = []
const started = Date.now()
for (const [name, [command, ...args]] of Object.entries(steps)) {
  const begun = Date.now()
  const { status } = spawnSync(command!, args, { stdio: 'inherit', env, shell: process.platform === 'win32' })
  if (status !== 0) failed.push(name)
  console.log(`${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - begun) / 1000).toFixed(0)} s\n`)
}
if (!checkRequirements(results)) failed.push('requirements')
nameFailures(results)
console.log(
  failed.length === 0 ? 'Everything passed' : `Failed: ${failed.join(', ')}`,
  `(${((Date.now() - started) / 1000).toFixed(0)} s)`,
)
console.log(`${Object.keys(steps).length + 1 - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)
