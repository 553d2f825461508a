import { randomBytes } from 'node:crypto'
import { ConfigError, readConfig } from '#src/platform/config/config.server.ts'
import { readEnvironment } from '#src/platform/config/environment.server.ts'
import { connectDatabase, joinDatabase } from '#src/platform/db/connect.server.ts'
import { DataDirInUse } from '#src/platform/db/embedded.server.ts'
import { MigrationFailed, migrateAsOwner, SchemaTooNew } from '#src/platform/db/migrate.server.ts'
import { isDatabaseAway } from '#src/platform/db/open.server.ts'

/** The settings that the command was started with. */
export const environment = readEnvironment()

/**
 * The site's configuration and database, at the present schema unless it is to be left as it is, for a command: also
 * while a server runs, which then shares its embedded database. `await using` closes it.
 */
export async function openSite({ isMigrated = true } = {}) {
  // A command serves no pages and signs nothing, so it does not ask for what a server needs for that.
  const config = readConfig('serve', {
    ...environment,
    PUBLIC_URL: 'http://localhost',
    AUTH_SECRET: randomBytes(32).toString('base64'),
  })
  const log = { info() {}, error: (message: string) => console.error(message) }
  const database = await connectDatabase(config, log).catch((error) => {
    if (error instanceof DataDirInUse) return joinDatabase(config.dataDir)
    throw error
  })
  try {
    if (isMigrated) await migrateAsOwner(database, config.databaseOwnerUrl)
  } catch (error) {
    await database.stop()
    throw error
  }
  return { config, db: database.db, pool: database.pool, [Symbol.asyncDispose]: database.stop }
}

/** For people an error is one sentence; what nobody foresaw comes with the place in our code. */
export function fail(error: unknown): void {
  const isForeseen = [ConfigError, MigrationFailed, SchemaTooNew, Error].some(
    (kind) => (error as Error).constructor === kind,
  )
  if (isDatabaseAway(error))
    console.error(`The database does not answer (${(error as { code?: string }).code ?? error}).`)
  else console.error(isForeseen ? (error as Error).message : error)
  process.exitCode = 1
}

const number = new Intl.NumberFormat('en').format

/** What a backup holds, for people. */
export const counted = ({ people, biodata }: { people: number; biodata: number }) =>
  `${number(people)} ${people === 1 ? 'person' : 'people'}, ${number(biodata)} biodata`
