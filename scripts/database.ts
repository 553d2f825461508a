import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { ConfigError, readConfig } from '#src/platform/config.server.ts'
import { connectDatabase, joinDatabase } from '#src/platform/db/connect.server.ts'
import { DataDirInUse } from '#src/platform/db/embedded.server.ts'
import { migrateAsOwner, SchemaTooNew } from '#src/platform/db/migrate.server.ts'
import { isDatabaseAway } from '#src/platform/db/open.server.ts'

/**
 * The site's configuration and database, at the present schema, for a command: also while a server runs, which then
 * shares its embedded database. `await using` closes it.
 */
export async function openSite() {
  if (existsSync('.env')) process.loadEnvFile()
  // A command serves no pages and signs nothing, so it does not ask for what a server needs for that.
  const config = readConfig('serve', {
    ...process.env,
    PUBLIC_URL: 'http://localhost',
    AUTH_SECRET: randomBytes(32).toString('base64'),
  })
  const log = { info() {}, error: (message: string) => console.error(message) }
  const database = await connectDatabase(config, log).catch((error) => {
    if (error instanceof DataDirInUse) return joinDatabase(config.dataDir)
    throw error
  })
  try {
    await migrateAsOwner(database.db, config.databaseOwnerUrl)
  } catch (error) {
    await database.stop()
    throw error
  }
  return { config, db: database.db, [Symbol.asyncDispose]: database.stop }
}

/** For people an error is one sentence; what nobody foresaw comes with the place in our code. */
export function fail(error: unknown): void {
  const isForeseen =
    error instanceof ConfigError || error instanceof SchemaTooNew || (error as Error).constructor === Error
  if (isDatabaseAway(error))
    console.error(`The database does not answer (${(error as { code?: string }).code ?? error}).`)
  else console.error(isForeseen ? (error as Error).message : error)
  process.exitCode = 1
}
