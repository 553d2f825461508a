import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** What is asked for, and how hard. */
export interface Load {
  port: number
  /** One of these at random each time. */
  paths: string[]
  seconds: number
  /** So many callers, each of whom asks again when answered. With `rate`, the most connections there may be. */
  connections: number
  /** Requests a second that come by chance (Poisson), however many are being answered. */
  rate?: number
  /** All come from this address and at once, each on a connection of its own. */
  burstFrom?: string
}

/** Milliseconds below which half, or 99 %, of them lie. */
export interface Times {
  p50: number
  p99: number
}
export interface Outcome {
  /** Of requests that were answered with 200, a second. */
  rate: number
  ok: number
  refused: number
  /** Other statuses, and connections that broke. */
  failed: number
  /** From the intended start of a request, which the generator's own delay does not shorten, to its last byte. */
  okTimes: Times
  refusedTimes: Times
  /** Of all, whatever the answer. */
  allTimes: Times
  /** p99 of what was answered with 200, in each third of the run. */
  thirds: [number, number, number]
  /** How late the generator itself began, p99 in milliseconds. */
  lag: number
  /** Of one core, what the generator used. */
  ownCpu: number
}

/** The generator is a process of its own: its work must not wait for ours. */
export function loadGenerator() {
  const child: ChildProcess = fork(join(import.meta.dirname, 'load-process.ts'), { stdio: 'inherit' })
  const gone = died(child)
  // Told to stop, it is no accident.
  gone.catch(() => {})
  return {
    async run(load: Load): Promise<Outcome> {
      child.send(load)
      const [outcome] = await Promise.race([once(child, 'message'), gone])
      return outcome
    },
    stop: () => void child.kill(),
  }
}
export type LoadGenerator = ReturnType<typeof loadGenerator>

async function died(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`The load generator ended with ${code}.`)
}
