import { execFile } from 'node:child_process'
import { type Stats, statSync } from 'node:fs'
import { chown, glob, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { claimDataDir, embeddedIn } from './data-dir.server.ts'
import { findPostgres, type RunAs } from './postgres-binaries.server.ts'
import { childEnvironment, dataDirArguments, endLeftover, type Log, startPostmaster } from './postmaster.server.ts'

export { DataDirInUse } from './data-dir.server.ts'

/** Starts the database in `dataDir/postgres`; ends one that a killed process has left there. @throws DataDirInUse */
export async function startEmbedded(options: {
  dataDir: string
  log: Log
  onExit?: () => void
  settings?: Record<string, string>
}) {
  if (process.platform === 'win32') throw new Error('On Windows there is no embedded database: set DATABASE_URL.')
  await using undo = new AsyncDisposableStack()
  const dataDir = await claimDataDir(options.dataDir)
  undo.defer(dataDir.release)

  const cluster = join(dataDir.path, 'postgres')
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const runAs = await databaseUser(owner)
  const { postgres, initdb, major } = await findPostgres(runAs, undo)
  if (owner) {
    await checkVersion(cluster, major)
    await endLeftover(join(dataDir.shortPath, 'postgres'), dataDir.id, options.log)
  } else {
    await createCluster(dataDir.path, cluster, initdb, runAs)
  }

  const postmaster = await startPostmaster({
    ...options,
    command: postgres,
    cluster,
    id: dataDir.id,
    runAs,
    settings: {
      // Below this level are the errors of single statements: we get those as exceptions, and they hold personal data.
      log_min_messages: 'log',
      log_checkpoints: 'off',
      ...options.settings,
      // The start waits for a line of it.
      logging_collector: 'off',
      listen_addresses: '',
      unix_socket_directories: '.',
      unix_socket_permissions: '0700',
    },
  })
  undo.defer(postmaster.stop)
  const connection = embeddedIn(dataDir.shortPath)
  await ensureDatabase(connection)

  const started = undo.move()
  let stopped: Promise<void> | undefined
  /** Ends the database and gives the folder free. Close the pool first. May be called again. */
  const stop = () => (stopped ??= started.disposeAsync())
  return { connection, stop }
}

/** PostgreSQL refuses to run as root: then it runs as the `owner` of the existing cluster, at first as `nobody`. */
async function databaseUser(owner: Stats | undefined): Promise<RunAs> {
  if (process.getuid?.() !== 0) return {}
  if (owner) return { uid: owner.uid, gid: owner.gid }
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const [, uid = '65534', gid = '65534'] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(users) ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

async function checkVersion(cluster: string, major: string): Promise<void> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((cause) => {
    throw new Error(`${cluster} is not a PostgreSQL database. Move it away, or set another DATA_DIR.`, { cause })
  })
  if (version.trim() !== major)
    throw new Error(
      `${cluster} was written by PostgreSQL ${version.trim()}, this program has ${major}. Run the version of Nikhad that wrote it, or set another DATA_DIR.`,
    )
}

/** The cluster gets its name only when it is complete, so an interrupted creation is never taken for a database. */
async function createCluster(dataDir: string, cluster: string, initdb: string, runAs: RunAs): Promise<void> {
  for await (const name of glob('postgres.new-*', { cwd: dataDir }))
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
  // A new name each time: the initdb of a killed server may still be writing to the old one.
  const fresh = await mkdtemp(join(dataDir, 'postgres.new-'))
  if (runAs.uid !== undefined) await chown(fresh, runAs.uid, runAs.gid)
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  try {
    await promisify(execFile)(
      initdb,
      [...dataDirArguments(fresh), ...locale, '--username=nikhad', '--auth=trust', '--no-instructions'],
      { ...runAs, cwd: fresh, env: childEnvironment },
    )
  } catch (cause) {
    const { stderr } = cause as { stderr?: string }
    throw new Error(`The embedded database cannot be made in ${cluster}: ${stderr || cause}`, { cause })
  }
  await rename(fresh, cluster)
  await using folder = await open(dataDir)
  await folder.sync()
}

async function ensureDatabase(connection: ReturnType<typeof embeddedIn>): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [connection.database])
    if (found.rowCount === 0) await client.query(`create database ${connection.database}`)
  } finally {
    await client.end()
  }
}
