import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError, readConfig } from '#src/platform/config.server.ts'
import type { StartDemo } from './run.server.ts'

/**
 * Reads the configuration and runs the server. A mistake is one sentence on the console and ends the process with 1.
 * @param startDemo makes the demo's world; only the demo's own entry has it
 */
export async function start(mode: Config['mode'], startDemo?: StartDemo) {
  // React decides by this variable, when it is first imported, whether it is the slow development build.
  process.env.NODE_ENV ??= 'production'
  if (existsSync(join(process.cwd(), '.env'))) process.loadEnvFile()

  try {
    const config = readConfig(mode, process.env)
    // A mistake in the configuration, or that another server has the data, is told at once and not after loading
    // everything.
    const { connectDatabase } = await import('#src/platform/db/connect.server.ts')
    const database = await connectDatabase(config, { info() {}, error: console.error }, () => {
      // A supervisor can start the whole again; a server without its database only says no.
      process.exit(1)
    })
    const { run } = await import('./run.server.ts')
    await run(config, database, startDemo)
  } catch (error) {
    const { DataDirInUse } = await import('#src/platform/db/embedded.server.ts')
    const { MigrationFailed, SchemaTooNew } = await import('#src/platform/db/migrate.server.ts')
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      console.error(`Another program uses this address: ${(error as Error).message}. Set another PORT.`)
      process.exit(1)
    }
    const isExpected = [ConfigError, DataDirInUse, MigrationFailed, SchemaTooNew].some((kind) => error instanceof kind)
    console.error(isExpected ? (error as Error).message : error)
    process.exit(1)
  }
}
