import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { socketName } from './data-dir.server.ts'
import type { RunAs } from './postgres-binaries.server.ts'

export interface Log {
  info(message: string): void
  error(message: string): void
}

interface PostmasterOptions {
  command: string
  cluster: string
  /** Stands in the command line, so that a later server recognizes the process as the database of this cluster. */
  id: string
  runAs: RunAs
  settings: Record<string, string>
  log: Log
  onExit?: () => void
}

/** Only what is needed: our own environment holds secrets, and the database's OS user may be a shared one. */
export const childEnvironment = { TZ: 'UTC', LC_ALL: 'C' }

/** On Linux by the working directory, which node enters as root: so it works below folders only root may enter. */
export const dataDirArguments = (cluster: string) => ['-D', process.platform === 'linux' ? '/proc/self/cwd' : cluster]

/** Resolves when PostgreSQL takes connections. One that dies ends the server: whatever starts that starts both. */
export async function startPostmaster(options: PostmasterOptions): Promise<{ stop(): Promise<void> }> {
  const { cluster, log, onExit } = options
  const { running, why } = await runWhenFree(options)
  if (why !== undefined) throw new Error(`The embedded database in ${cluster} does not start: ${why}`)
  let isStopping = false
  running.ended.then((why) => {
    if (isStopping) return
    log.error(`The database ended (${why}).`)
    onExit?.()
  })
  return {
    stop() {
      isStopping = true
      return end((signal) => running.child.kill(signal), running.ended)
    },
  }
}

/** The sessions of a killed database get so long to notice. */
const untilFreeMs = 15_000

/** Waits for what a killed one still holds: its memory and pid file. @returns why it does not run, if it does not */
async function runWhenFree(options: PostmasterOptions) {
  const deadline = performance.now() + untilFreeMs
  for (;;) {
    const running = run(options)
    // Without a time limit: recovery may take minutes.
    const why = await Promise.race([running.ready, running.ended])
    const isHeld = why !== undefined && /shared memory block|lock file "postmaster\.pid" already exists/.test(why)
    if (!isHeld || performance.now() > deadline) return { running, why }
    await delay(100)
  }
}

function run({ command, cluster, id, runAs, settings, log }: PostmasterOptions) {
  const settingArguments = Object.entries({ ...settings, log_line_prefix: '%b: ', cluster_name: id }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  )
  const child = spawn(command, [...dataDirArguments(cluster), ...settingArguments], {
    ...runAs,
    cwd: cluster,
    env: childEnvironment,
    // Ctrl-C in a terminal goes to its whole process group, and must not end the database before we are done with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // A process that exits without `stop` must not leave its database running.
  const endToo = () => child.kill('SIGINT')
  process.once('exit', endToo)
  child.once('exit', () => process.removeListener('exit', endToo))
  let complaint = ''
  const { promise: ready, resolve: isReady } = Promise.withResolvers<undefined>()
  createInterface({ input: child.stderr }).on('line', (line) => {
    const serious = / (FATAL|PANIC): /.test(line)
    // A session's end is not the database's.
    if (serious && !line.includes('client backend')) complaint = `, ${line}`
    log[serious ? 'error' : 'info'](`PostgreSQL ${line}`)
    if (/ system is ready to accept (read-only )?connections$/.test(line)) isReady(undefined)
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', async (code, signal) => {
      // Sessions outlive a killed postmaster for a moment; until they close its stderr no other one can start.
      await Promise.race([once(child, 'close'), delay(5000, undefined, { ref: false })])
      resolve(`${signal ?? `exit code ${code}`}${complaint}`)
    })
  })
  return { child, ready, ended }
}

/** Ends the database that a killed server left running in the cluster, whose path is short enough for a socket address. */
export async function endLeftover(cluster: string, id: string, log: Log): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const content = await readFile(file, 'utf8').catch(() => '')
  const pid = Number.parseInt(content, 10)
  if (!(pid > 0)) return
  if (await isPostmaster(pid, cluster, id)) {
    log.info(`Ending the database (pid ${pid}) that a killed server left running.`)
    const untilGone = async () => {
      while (await isPostmaster(pid, cluster, id)) await delay(10)
    }
    await end((signal) => process.kill(pid, signal), untilGone())
  } else if (isAlive(pid)) {
    // The pid is another process's by now, and PostgreSQL would take that for its own. It knows that the pid of its
    // parent, ours, is reused. Without the file it would not look for sessions that still hold its memory.
    await writeFile(file, content.replace(/^\d+/, String(process.pid)))
    await rm(join(cluster, `${socketName}.lock`), { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Not by /proc/…/cwd, which needs CAP_SYS_PTRACE (Docker). A session that outlived its postmaster does not listen. */
async function isPostmaster(pid: number, cluster: string, id: string): Promise<boolean> {
  if (process.platform !== 'linux') return isAlive(pid) && (await isAnswered(join(cluster, socketName)))
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.split('\0').includes(`cluster_name=${id}`)
}

async function isAnswered(address: string): Promise<boolean> {
  const socket = connect(address)
  const answered = await once(socket, 'connect').catch(() => undefined)
  socket.destroy()
  return answered !== undefined
}

/** Fast shutdown, and after ten seconds the immediate one, which loses nothing but time at the next start. */
async function end(kill: (signal: NodeJS.Signals) => unknown, gone: Promise<unknown>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      kill(signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
    if (await Promise.race([gone.then(() => true), delay(10_000, false, { ref: false })])) return
  }
  throw new Error('The database does not end.')
}
