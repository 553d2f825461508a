import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '#src/platform/config/config.server.ts'
import { embeddedIn, shorten } from '#src/platform/embedded-postgres/data-dir.server.ts'
import { startEmbedded } from '#src/platform/embedded-postgres/embedded.server.ts'
import type { Log } from '#src/platform/embedded-postgres/postmaster.server.ts'
import { type Db, isDatabaseAway, openDatabase } from './open.server.ts'

export interface Database {
  db: Db
  pool: pg.Pool
  /** Closes the pool, then ends the embedded database if this process started it. May be called again. */
  stop(): Promise<void>
}

/** Of DATABASE_URL, else the embedded one, whose death `onExit` hears of. @throws DataDirInUse */
export async function connectDatabase(
  config: Pick<Config, 'dataDir'> & Partial<Pick<Config, 'databaseUrl' | 'databaseIsPooled'>>,
  log: Log,
  onExit?: () => void,
): Promise<Database> {
  const { databaseUrl, databaseIsPooled } = config
  if (databaseUrl) return opened(openDatabase({ connectionString: databaseUrl }, databaseIsPooled))
  const embedded = await startEmbedded({ dataDir: config.dataDir, log, ...(onExit ? { onExit } : {}) })
  return opened(openDatabase(embedded.connection), embedded.stop)
}

/** The embedded database in DATA_DIR that a running server has, joined as a second client. */
export async function joinDatabase(dataDir: string): Promise<Database> {
  const undo = new AsyncDisposableStack()
  const connection = embeddedIn(await shorten(resolve(dataDir), undo))
  const database = opened(openDatabase(connection), () => undo.disposeAsync())
  // The server has the folder before its database takes connections: a first start takes a few seconds.
  const deadline = performance.now() + 15_000
  for (; ; await delay(100)) {
    try {
      await database.pool.query('select 1')
      return database
    } catch (error) {
      const isStarting = isDatabaseAway(error) || (error as { code?: string }).code === '3D000'
      if (isStarting && performance.now() < deadline) continue
      await database.stop()
      throw error
    }
  }
}

function opened({ db, pool }: ReturnType<typeof openDatabase>, afterwards?: () => Promise<void>): Database {
  let stopped: Promise<void> | undefined
  return { db, pool, stop: () => (stopped ??= close(db, pool).then(afterwards)) }
}

/** A pool says it is closed while its connections still close: PostgreSQL, stopped now, would log each of them. */
async function close(db: Db, pool: pg.Pool) {
  let open = pool.totalCount
  const closed = new Promise<void>((resolve) => {
    if (open === 0) resolve()
    pool.on('remove', () => --open === 0 && resolve())
  })
  await db.destroy()
  // Kysely ends only what it has used: a pool that was asked by itself would hold the process for ten seconds.
  if (!pool.ending) await pool.end()
  await Promise.race([closed, delay(1_000, undefined, { ref: false })])
}
