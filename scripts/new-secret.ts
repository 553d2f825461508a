import { reencryptApps } from '#src/sign-in/second-factor/queries.server.ts'
import { environment, fail, openSite } from './database.ts'

async function main() {
  const { AUTH_SECRET: secret, AUTH_SECRET_BEFORE: before } = environment
  if (!secret || !before || secret === before)
    throw new Error('Set AUTH_SECRET to the new secret of the site, and AUTH_SECRET_BEFORE to the one before.')
  await using site = await openSite()
  console.log(`Second factors encrypted anew: ${await reencryptApps(site.db, before, secret)}.`)
}

if (process.argv.length > 2) {
  console.error('Usage: AUTH_SECRET_BEFORE=… npm run new-secret')
  process.exitCode = 1
} else await main().catch(fail)
