import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, type PoolConfig } from 'pg'
import { somebody } from '#trials/pooler/pooler.server.ts'
import { findProgram } from '#trials/programs.ts'

/**
 * A new PostgreSQL of the system's version, on a socket in a folder of its own. Where one comes with the system, its major
 * version is another than the embedded one's.
 * @throws when none is installed, with how to get it
 */
export async function startSystemPostgres() {
  const postgres = findProgram('postgres')
  await using undo = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-system-postgres-'))
  undo.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await chmod(folder, 0o755)
  const as = await somebody()
  const cluster = join(folder, 'data')
  await mkdir(cluster)
  if (as.uid !== undefined) for (const each of [folder, cluster]) await chown(each, as.uid, as.gid)
  const how = { ...as, cwd: folder, env: { PATH: process.env.PATH } } as const
  const made = spawnSync(
    join(dirname(postgres), 'initdb'),
    ['-D', cluster, '-U', 'nikhad', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...how, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb: ${made.error?.message ?? made.stderr}`)
  const child = spawn(postgres, ['-D', cluster, '-k', folder, '-h', ''], { ...how, stdio: 'ignore' })
  undo.defer(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGINT')
    await once(child, 'exit')
  })
  const connection = { host: folder, port: 5432, user: 'nikhad', database: 'postgres' } satisfies PoolConfig
  let version: string | undefined
  while (version === undefined) {
    if (child.exitCode !== null) throw new Error(`${postgres} ended with ${child.exitCode}`)
    version = await versionAt(connection)
    if (version === undefined) await delay(20)
  }
  const disposed = undo.move()
  return { connection, version, [Symbol.asyncDispose]: () => disposed.disposeAsync() }
}

/** Undefined while it does not answer. */
async function versionAt(connection: PoolConfig): Promise<string | undefined> {
  const client = new Client(connection)
  try {
    await client.connect()
    return (await client.query('show server_version')).rows[0].server_version
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}
