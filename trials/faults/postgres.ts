import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#src/platform/db/migrate.server.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { socketName } from '#src/platform/embedded-postgres/data-dir.server.ts'
import { startEmbedded } from '#src/platform/embedded-postgres/embedded.server.ts'

const silent = { info() {}, error() {} }
const template = 'site_template'

/** The process of the database in a folder. */
export const postmasterPid = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

/** A PostgreSQL that stands beside the servers, as one of DATABASE_URL does. It can be killed and started again. */
export async function ownPostgres() {
  const dataDir = await mkdtemp(join(tmpdir(), 'nikhad-faults-'))
  const start = () => startEmbedded({ dataDir, log: silent })
  let running = await start()
  const { connection } = running
  async function ask(text: string, database = 'postgres') {
    const { db, pool } = openDatabase({ ...connection, database, max: 1 })
    await pool.query(text).finally(() => db.destroy())
  }
  await ask(`create database ${template}`)
  const { db } = openDatabase({ ...connection, database: template })
  await migrate(db)
  await db.destroy()
  let made = 0

  return {
    socket: join(connection.host, socketName),
    /**
     * A new database, in the place of one of that name: with the schema of the site and nothing in it, or `template0`, in
     * which nothing was ever made.
     */
    async createDatabase(from: 'template0' | typeof template = template, name = `site_${++made}`) {
      await ask(`drop database if exists ${name} with (force)`)
      await ask(`create database ${name} template ${from}`)
      return name
    },
    connectionTo: (database: string) => ({ ...connection, database }),
    kill: () => process.kill(postmasterPid(dataDir), 'SIGKILL'),
    /** After a kill; waits for what the killed one still holds. */
    async restart() {
      await running.stop()
      running = await start()
    },
    async [Symbol.asyncDispose]() {
      await running.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
export type OwnPostgres = Awaited<ReturnType<typeof ownPostgres>>
