import * as z from 'zod/mini'
import { Email } from '#src/platform/http/fields.ts'
import { makeAdmin, userIdOf } from '#src/users/queries.server.ts'
import { fail, openSite } from './database.ts'

const [given, ...more] = process.argv.slice(2)
const email = z.safeParse(Email, given)

async function main(email: string) {
  await using site = await openSite()
  const id = await userIdOf(site.db, email)
  const changed = id && (await makeAdmin(site.db, null, id))
  if (changed === 1) console.log(`${email} is now an administrator.`)
  else if (changed === 0) console.log(`${email} is already an administrator.`)
  else {
    console.error(`There is no user ${email}. Register on the site first, then run this again.`)
    process.exitCode = 1
  }
}

if (!email.success || more.length > 0) {
  console.error('Usage: npm run make-admin -- EMAIL')
  process.exitCode = 1
} else await main(email.data).catch(fail)
