import { type Config, ConfigError, readConfig } from '#src/platform/config/config.server.ts'
import { readEnvironment } from '#src/platform/config/environment.server.ts'
import type { StartDemo } from './run.server.ts'
import { exitDuringStart, stopSignals } from './stop-signals.ts'

/** A mistake in the configuration is one sentence on the console and ends the process with 1. */
export async function start(mode: Config['mode'], startDemo?: StartDemo) {
  // React decides by this variable, when it is first imported, whether it is the slow development build.
  // biome-ignore lint/style/noProcessEnv: it is for React, and no setting of ours
  process.env.NODE_ENV ??= 'production'
  // Without a listener a signal would end only this process, and leave the database that it is just starting.
  for (const signal of stopSignals) process.on(signal, exitDuringStart)

  try {
    const config = readConfig(mode, readEnvironment())
    // Loaded before the rest, so that a wrong setting or a data folder in use is told at once.
    const { connectDatabase } = await import('#src/platform/db/connect.server.ts')
    const database = await connectDatabase(config, { info() {}, error: console.error }, () => {
      // A supervisor can start the whole again; a server without its database only says no.
      process.exit(1)
    })
    const { run } = await import('./run.server.ts')
    await run(config, database, startDemo)
  } catch (error) {
    const sentence = await sentenceFor(error as Error)
    console.error(sentence ?? error)
    process.exit(1)
  }
}

const wrongSettings: Record<string, string> = {
  EADDRINUSE: 'Another program uses this address. Set another PORT, or METRICS_PORT',
  EADDRNOTAVAIL: 'HOST is no address of this machine. 127.0.0.1 is, and 0.0.0.0 means all',
  EACCES: 'This address may only be used by root. Set a PORT above 1023, and put a proxy in front',
  '28P01': 'DATABASE_URL has the wrong password',
  '28000': 'DATABASE_URL names a user who may not come in',
  '3D000': 'DATABASE_URL names a database that is not there. Make it first',
  '42501': 'The user of DATABASE_URL may not do this. It must own the database, or be allowed to create in it',
  '57P03': 'The database of DATABASE_URL is just starting. Try again',
}

/** One sentence for what the operator can mend; undefined for what nobody foresaw. */
export async function sentenceFor(error: Error & { code?: string; syscall?: string }) {
  const { isDatabaseAway } = await import('#src/platform/db/open.server.ts')
  if (error instanceof ConfigError) return error.message
  if (error.code === 'ENOTFOUND' && error.syscall === 'getaddrinfo')
    return `There is no such host: ${error.message}. Set another HOST or DATABASE_URL.`
  // A file that may not be written has EACCES, too.
  const isOfSettings = error.syscall === undefined || error.syscall === 'listen'
  const setting = isOfSettings ? wrongSettings[error.code ?? ''] : undefined
  if (setting) return `${setting}. (${error.message})`
  return isDatabaseAway(error) ? `The database does not answer: ${error.message}. Is DATABASE_URL right?` : undefined
}
