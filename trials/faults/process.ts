import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

/** Where node keeps what it has compiled: most of a start is reading our own files, and there are hundreds of starts. */
const compiled = join(tmpdir(), 'nikhad-faults-compiled')

/** The folder of this version. */
export const ours = join(import.meta.dirname, '../..')

/** What is started of a version. Those that did not build their programs yet run from their sources. */
const programIn = (folder: string) => {
  const built = join(folder, 'dist/beside/faults.js')
  return existsSync(built) ? built : join(folder, 'trials/faults/server.ts')
}

/** A server in a process of its own, that is started again as a supervisor does. */
export function serverProcess(env: Record<string, string>, program = ours) {
  const origin = `http://127.0.0.1:${env.PORT}`
  const lines: string[] = []
  const complaints: string[] = []
  let child: ChildProcess | undefined
  let isMeant = true

  function spawned() {
    const started = spawn(process.execPath, [programIn(server.program)], {
      cwd: server.program,
      env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'info', NODE_COMPILE_CACHE: compiled, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    createInterface({ input: started.stdout }).on('line', (line) => lines.push(line))
    createInterface({ input: started.stderr }).on('line', (line) => complaints.push(line))
    started.once('exit', () => {
      if (!isMeant) server.ends++
      if (child === started) child = undefined
    })
    return started
  }

  const server = {
    origin,
    /** The folder of the version that its next start runs. */
    program,
    /** What it logged, and what it wrote about an end. */
    lines,
    complaints,
    /** How often it ended although nobody told it to. */
    ends: 0,
    pid: () => child?.pid,

    /** Begins to start it, and waits for nothing. */
    begin() {
      isMeant = true
      child ??= spawned()
    },

    /** Starts it, again and again should it end, until it can serve. @returns milliseconds that took */
    async start() {
      const began = performance.now()
      isMeant = false
      child ??= spawned()
      while (!(await isReady(origin))) {
        if (performance.now() - began > 120_000) throw new Error(`${origin} does not start: ${complaints.slice(-20)}`)
        child ??= spawned()
        await delay(20)
      }
      return performance.now() - began
    },

    /** Starts it and waits only for its end. @returns its exit code and the milliseconds until then */
    async startInVain() {
      const began = performance.now()
      const before = complaints.length
      isMeant = true
      const started = spawned()
      const [code] = await once(started, 'close')
      return { code, ms: performance.now() - began, says: complaints.slice(before).join('\n') }
    },

    async end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM') {
      isMeant = true
      const ending = child
      if (!ending) return null
      ending.kill(signal)
      if (ending.exitCode === null && ending.signalCode === null) await once(ending, 'exit')
      return ending.exitCode
    },
  }
  return server
}
export type ServerProcess = ReturnType<typeof serverProcess>

const isReady = (origin: string) =>
  fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ status }) => status === 200,
    () => false,
  )
