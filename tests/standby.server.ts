import { execFile } from 'node:child_process'
import { appendFile, chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, type PoolConfig } from 'pg'
import { startEmbedded } from '#src/platform/embedded-postgres/embedded.server.ts'

const silent = { info() {}, error() {} }

/** The address of an embedded database, as an operator would write it. */
export const addressOf = ({ host, database }: PoolConfig) =>
  `postgres://nikhad@localhost/${database}?host=${encodeURIComponent(String(host))}`

/** A PostgreSQL and one that follows it by streaming, each of which can be ended and started again. */
export async function startPair() {
  // Entered by the database's user, whom we become nobody for where we are root; short, for it holds sockets.
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-pair-'))
  await chmod(folder, 0o755)
  const place = async (name: string) => {
    await mkdir(join(folder, name))
    await chmod(join(folder, name), 0o755)
    return join(folder, name)
  }
  const primary = await member(await place('primary'))
  const dataDir = await place('standby')
  await copyRunning(primary, dataDir)
  const standby = await member(dataDir)
  return {
    primary,
    standby,
    async [Symbol.asyncDispose]() {
      await Promise.all([primary.stop(), standby.stop()])
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** One of the two. Its address stays the same. */
async function member(dataDir: string) {
  const start = () => startEmbedded({ dataDir, log: silent })
  let running = await start()
  const { connection } = running
  return {
    dataDir,
    connection,
    /** Asks as the owner of the database. */
    async ask(text: string, database = connection.database): Promise<Record<string, string>[]> {
      const client = new Client({ ...connection, database })
      await client.connect()
      try {
        return (await client.query(text)).rows
      } finally {
        await client.end()
      }
    },
    stop: () => running.stop(),
    async start() {
      running = await start()
    },
  }
}
export type Member = Awaited<ReturnType<typeof member>>

/** PostgreSQL's own way without pg_basebackup: between the two calls its files may be copied while they change. */
async function copyRunning({ connection, dataDir }: Member, to: string) {
  const client = new Client(connection)
  await client.connect()
  const cluster = join(to, 'postgres')
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    await promisify(execFile)('cp', ['-a', join(dataDir, 'postgres'), cluster])
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    await writeFile(join(cluster, 'backup_label'), rows[0].labelfile)
  } finally {
    await client.end()
  }
  for (const name of await readdir(cluster))
    if (/^postmaster\.|^\.s\.PGSQL/.test(name)) await rm(join(cluster, name), { force: true })
  await writeFile(join(cluster, 'standby.signal'), '')
  const { host, port, user } = connection
  await appendFile(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user}'\nwal_retrieve_retry_interval = '200ms'\n`,
  )
  const { uid, gid } = await stat(cluster)
  for (const name of ['backup_label', 'standby.signal']) await chown(join(cluster, name), uid, gid)
}
