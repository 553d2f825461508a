import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { fill } from '#demo/population/fill.ts'
import { systemClock } from '#src/platform/clock.ts'
import { migrate } from '#src/platform/db/migrate.server.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { startEmbedded } from '#src/platform/embedded-postgres/embedded.server.ts'
import { freePort } from '#tests/program.ts'

const root = join(import.meta.dirname, '../..')

/** What every server of the measurement is told. */
export const productionSettings = (port: number): Record<string, string> => ({
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  AUTH_SECRET: 'c2VjcmV0IG9mIHRoZSBiZW5jaCwgbG9uZyBlbm91Z2g',
  // The generator speaks for visitors of many networks, as a proxy does.
  TRUST_PROXY: '127.0.0.1',
})

export interface Running {
  port: number
  pid: number
  /** Milliseconds until `readyPath` was answered. */
  startedIn: number
  stop(): Promise<void>
}

/** Starts a program that listens at `port`, and waits until it answers. What it says is kept for the day it does not. */
export async function startProgram(
  command: string,
  given: string[],
  {
    port,
    readyPath,
    env = {},
    cwd = root,
    timeoutMs = 60_000,
  }: { port: number; readyPath: string; env?: Record<string, string>; cwd?: string; timeoutMs?: number },
): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-bench-log-'))
  const log = join(folder, 'log')
  const file = openSync(log, 'w')
  const begun = performance.now()
  const child: ChildProcess = spawn(command, given, {
    cwd,
    env: { ...environment(), PORT: String(port), ...env },
    stdio: ['ignore', file, file],
  })
  closeSync(file)
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill()
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  while (!(await answers(port, readyPath))) {
    const isOver = child.exitCode !== null || performance.now() - begun > timeoutMs
    if (isOver) {
      const said = existsSync(log) ? readFileSync(log, 'utf8').slice(-2000) : ''
      await stop()
      throw new Error(`${command} ${given.join(' ')} does not answer:\n${said}`)
    }
    await delay(10)
  }
  return { port, pid: child.pid!, startedIn: performance.now() - begun, stop }
}

/** Ours, but for the database: each program is told its own. */
const environment = () => ({ ...process.env, DATABASE_URL: undefined })
const answers = (port: number, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => {
      await response.body?.cancel()
      return response.ok
    },
    () => false,
  )

/** The product as `npm run serve` runs it, on a database of its own. */
export async function startProduct(settings: Record<string, string>) {
  const port = await freePort()
  return startProgram(join(root, 'bin/nikhad'), ['serve'], {
    port,
    readyPath: '/readyz',
    env: { ...productionSettings(port), ...settings },
  })
}

export interface Peopled {
  /** Of the database. */
  name: string
  /** For the product, and for PostgreSQL's own programs. */
  url: string
  connection: pg.PoolConfig
  count: number
}

/**
 * A PostgreSQL for measuring: the one of DATABASE_URL, in databases of its own, or the product's embedded one in `folder`,
 * where what was generated stays for the next time.
 */
export async function openPostgres({ folder, say }: { folder?: string | undefined; say: (what: string) => void }) {
  await using undo = new AsyncDisposableStack()
  const given = process.env.DATABASE_URL
  const run = randomBytes(4).toString('hex')
  let connectionTo: (database: string) => pg.PoolConfig
  let urlOf: (database: string) => string
  if (given) {
    urlOf = (database) => Object.assign(new URL(given), { pathname: database }).href
    connectionTo = (database) => ({ connectionString: urlOf(database) })
  } else {
    const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'nikhad-bench-')))
    if (!folder) undo.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
    const embedded = await startEmbedded({ dataDir, log: { info() {}, error: say } })
    undo.defer(embedded.stop)
    const { host, port, user } = embedded.connection
    connectionTo = (database) => ({ ...embedded.connection, database })
    urlOf = (database) => `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  }
  const main = openDatabase({ ...(given ? { connectionString: given } : connectionTo('postgres')), max: 1 })
  undo.defer(() => main.db.destroy())
  const { rows } = await main.pool.query('show server_version')
  const isKept = !given && folder !== undefined

  async function create(count: number) {
    const name = isKept ? `people_${count}` : `nikhad_bench_${run}_${count}`
    const isThere = await main.pool.query('select 1 from pg_database where datname = $1', [name])
    if (isThere.rowCount === 0) {
      say(`Generating ${count} people …`)
      // It gets its name when it is full: one that was interrupted is never taken for it.
      const unfinished = `${name}_unfinished`
      await main.pool.query(`drop database if exists ${unfinished}`)
      await main.pool.query(`create database ${unfinished}`)
      const { db, pool } = openDatabase(connectionTo(unfinished))
      try {
        await migrate(db)
        await fill(pool, { count, seed: 1, now: systemClock() })
      } finally {
        await db.destroy()
      }
      await main.pool.query(`alter database ${unfinished} rename to ${name}`)
    }
    if (!isKept) undone.defer(async () => void (await main.pool.query(`drop database if exists ${name} with (force)`)))
    return { name, url: urlOf(name), connection: connectionTo(name), count }
  }
  /** Goes with the measurement. Its `template` must not be in use. */
  async function createFrom(template: string, name: string) {
    await main.pool.query(`create database ${name} template ${template}`)
    undone.defer(async () => void (await main.pool.query(`drop database if exists ${name} with (force)`)))
    return connectionTo(name)
  }
  const made = new Map<number, Promise<Peopled>>()
  const undone = undo.move()
  return {
    version: String(rows[0].server_version),
    /** A database with so many people, made once. */
    peopled(count: number): Promise<Peopled> {
      const found = made.get(count) ?? create(count)
      made.set(count, found)
      return found
    },
    /** One with the same people, to be changed. */
    copyOf: ({ name, count }: Peopled) => createFrom(name, `nikhad_bench_${run}_copy_${count}`),
    /** One in which nothing was ever made. */
    empty: (name: string) => createFrom('template0', `nikhad_bench_${run}_${name}`),
    close: () => undone.disposeAsync(),
  }
}
export type Postgres = Awaited<ReturnType<typeof openPostgres>>
