import { makeAdmin, userIdOf } from '#src/features/users/queries.server.ts'
import { emailOf, openSite } from './database.ts'

export async function run(given: string) {
  const email = emailOf(given)
  await using site = await openSite()
  const id = await userIdOf(site.db, email)
  const changed = id && (await site.db.transaction().execute((trx) => makeAdmin(trx, null, id)))
  if (changed === 1) console.log(`${email} is now an administrator.`)
  else if (changed === 0) console.log(`${email} is already an administrator.`)
  else {
    console.error(`There is no user ${email}. Register on the site first, then run this again.`)
    process.exitCode = 1
  }
}
