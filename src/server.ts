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
  // After the configuration: a mistake in it is told at once, not after loading everything.
  const { run } = await import('./run.server.ts')
  await run(config)
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
