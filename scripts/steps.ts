import { spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'

export interface Step {
  name: string
  /** A program of node_modules/.bin, or of the system, and its arguments. */
  command: [program: string, ...args: string[]]
  env?: Record<string, string>
  /** Why this machine cannot run it. */
  missing?: string | undefined
}

export type Outcome = 'passed' | 'failed' | 'not run'

/** A program that exits with this code says that the machine lacks what it needs. */
const notRunExitCode = 77

/** Runs one command after the other, all of them even when one fails, and prints the seconds and the load of each. */
export function runSteps(steps: Step[]): { name: string; outcome: Outcome }[] {
  return steps.map(({ name, command: [program, ...args], env, missing }) => {
    if (missing) {
      console.log(`\n=== ${name}: not run, because ${missing}\n`)
      return { name, outcome: 'not run' }
    }
    console.log(`\n=== ${name}`)
    const started = performance.now()
    const shell = process.platform === 'win32'
    // biome-ignore lint/style/noProcessEnv: each step gets the environment of this one
    const all = { ...process.env, ...env }
    const { status, error } = spawnSync(program, args, { stdio: 'inherit', env: all, shell })
    if (error) console.error(error.message)
    const outcome = status === 0 ? 'passed' : status === notRunExitCode ? 'not run' : 'failed'
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    console.log(`=== ${name}: ${outcome} in ${seconds} s, load ${loadavg()[0]!.toFixed(1)}\n`)
    return { name, outcome }
  })
}

/** Prints the closing lines. @returns the exit code: 0 when everything ran and passed */
export function closeWith(results: { name: string; outcome: Outcome }[]): number {
  const named = (wanted: Outcome) => results.filter(({ outcome }) => outcome === wanted).map(({ name }) => name)
  const [failed, notRun] = [named('failed'), named('not run')]
  if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`)
  if (notRun.length > 0) console.log(`Not run: ${notRun.join(', ')}`)
  console.log(`${(performance.now() / 1000).toFixed(0)} s in all, load ${loadavg()[0]!.toFixed(1)}`)
  const skipped = notRun.length > 0 ? `, ${notRun.length} skipped` : ''
  console.log(`${named('passed').length} passed, ${failed.length} failed${skipped}`)
  return failed.length + notRun.length === 0 ? 0 : 1
}
