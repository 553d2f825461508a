import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PoolConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#src/platform/db/migrate.server.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { startEmbedded } from '#src/platform/embedded-postgres/embedded.server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: PoolConfig
    /** The folder of a cluster that holds no database of ours: see `copyCluster`. */
    cluster: string
  }
}

export const templateName = 'template_for_tests'

/**
 * The cluster ends with the run, so no commit waits for the disk; embedded.test.ts tries what a crash leaves. Autovacuum
 * would visit some hundred databases in turn.
 */
const forOneRun = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
}

/** One real PostgreSQL for the whole run; every test file gets its own copy of one migrated database. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'nikhad-tests-'))
  // Below it is a folder of the database's user, which a pooler that runs as the same has to reach.
  await chmod(dataDir, 0o755)
  const silent = { info() {}, error() {} }
  await (await startEmbedded({ dataDir, log: silent })).stop()
  const untouched = join(dataDir, 'untouched')
  await copyCluster(join(dataDir, 'postgres'), untouched)
  const embedded = await startEmbedded({ dataDir, log: silent, settings: forOneRun })
  let migratedWith = ''
  async function prepare() {
    // A machine that others use too may take longer for a database than a request may.
    const admin = openDatabase({ ...embedded.connection, statement_timeout: 0, query_timeout: 0 })
    // Of the runs before, where files are watched.
    const { rows } = await admin.pool.query<{ name: string }>(
      "select datname as name from pg_database where datname like 'test\\_%'",
    )
    for (const { name } of rows) await admin.pool.query(`drop database ${name} with (force)`)
    const texts = await readSql()
    if (texts !== migratedWith) {
      await admin.pool.query(`drop database if exists ${templateName}`)
      await admin.pool.query(`create database ${templateName}`)
      const template = openDatabase({ ...embedded.connection, database: templateName })
      await migrate(template.db)
      await template.db.destroy()
      migratedWith = texts
    }
    await admin.db.destroy()
  }
  await prepare()
  project.onTestsRerun(prepare)
  project.provide('database', embedded.connection)
  project.provide('cluster', untouched)
  return async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Migrations and database functions. */
async function readSql() {
  const files = globSync('{migrations,src}/**/*.sql').sort()
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join()
}

/** Copies a cluster with its owners and modes, which PostgreSQL checks: a tenth of the time that `initdb` takes. */
export const copyCluster = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])
