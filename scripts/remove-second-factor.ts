import * as z from 'zod/mini'
import { Email } from '#src/platform/http/fields.ts'
import { removeSecondFactor } from '#src/sign-in/second-factor/queries.server.ts'
import { userIdOf } from '#src/users/queries.server.ts'
import { fail, openSite } from './database.ts'

const [given, ...more] = process.argv.slice(2)
const email = z.safeParse(Email, given)

async function main(email: string) {
  await using site = await openSite()
  const id = await userIdOf(site.db, email)
  if (!id) {
    console.error(`There is no user ${email}.`)
    process.exitCode = 1
  } else if (await removeSecondFactor(site.db, id))
    console.log(`The second factor of ${email} is removed, with all passkeys; every session is ended.`)
  else console.log(`${email} has no second factor.`)
}

if (!email.success || more.length > 0) {
  console.error('Usage: npm run remove-second-factor -- EMAIL')
  process.exitCode = 1
} else await main(email.data).catch(fail)
