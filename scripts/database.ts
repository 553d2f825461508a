import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { sentenceFor } from '#src/app/server/start.server.ts'
import { upgradeDatabase } from '#src/platform/backup/upgrade.server.ts'
import { readConfig } from '#src/platform/config/config.server.ts'
import { readEnvironment } from '#src/platform/config/environment.server.ts'
import { connectDatabase, joinDatabase } from '#src/platform/db/connect.server.ts'
import { DataDirInUse } from '#src/platform/embedded-postgres/embedded.server.ts'
import { Email } from '#src/platform/schemas/fields.ts'

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
    const secret = environment.AUTH_SECRET
    if (isMigrated) await upgradeDatabase(database, { ...config, secret }, console.error)
  } catch (error) {
    await database.stop()
    throw error
  }
  return { config, db: database.db, pool: database.pool, [Symbol.asyncDispose]: database.stop }
}

/** @throws Error when it is no email address */
export function emailOf(given: string) {
  const { success, data } = z.safeParse(Email, given)
  if (!success) throw new Error(`${given} is no email address.`)
  return data
}

/** For people an error is one sentence; what nobody foresaw comes with the place in our code. */
export async function fail(error: unknown) {
  const isForeseen = (error as Error).constructor === Error
  console.error((await sentenceFor(error as Error)) ?? (isForeseen ? (error as Error).message : error))
  process.exitCode = 1
}

const number = new Intl.NumberFormat('en').format

/** What a backup holds, for people. */
export const counted = ({ people, biodata }: { people: number; biodata: number }) =>
  `${number(people)} ${people === 1 ? 'person' : 'people'}, ${number(biodata)} biodata`
