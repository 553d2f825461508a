import { reencryptApps } from '#src/features/second-factor/queries.server.ts'
import { environment, openSite } from './database.ts'

export async function run() {
  const { AUTH_SECRET: secret, AUTH_SECRET_BEFORE: before } = environment
  if (!secret || !before || secret === before)
    throw new Error('Set AUTH_SECRET to the new secret of the site, and AUTH_SECRET_BEFORE to the one before.')
  await using site = await openSite()
  console.log(`Second factors encrypted anew: ${await reencryptApps(site.db, before, secret)}.`)
}
