import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from './platform/config.server.ts'

// React decides by this variable, when it is first imported, whether it is the slow development build.
process.env.NODE_ENV ??= 'production'

const mode = parseArgs({ allowPositionals: true }).positionals[0]
if (mode !== 'demo' && mode !== 'serve') {
  console.error('Usage: npm start (the demo) or npm run serve (a real site).')
  process.exit(2)
}
if (existsSync(join(process.cwd(), '.env'))) process.loadEnvFile()

try {
  const config = readConfig(mode, process.env)
  // A mistake in the configuration, or that another server has the data, is told at once and not after loading
  // everything.
  const { connectDatabase } = await import('./platform/db/connect.server.ts')
  const database = await connectDatabase(config, { info() {}, error: console.error }, (why) => {
    // A supervisor can start the whole again; a server without its database only says no.
    console.error(why)
    process.exit(1)
  })
  const { run } = await import('./run.server.ts')
  await run(config, database)
} catch (error) {
  const { DataDirInUse } = await import('./platform/db/embedded.server.ts')
  const { SchemaTooNew } = await import('./platform/db/migrate.server.ts')
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    console.error(`Another program uses this address: ${(error as Error).message}. Set another PORT.`)
    process.exit(1)
  }
  const isExpected = error instanceof ConfigError || error instanceof DataDirInUse || error instanceof SchemaTooNew
  console.error(isExpected ? error.message : error)
  process.exit(1)
}
