import { removeSecondFactor } from '#src/features/second-factor/queries.server.ts'
import { userIdOf } from '#src/features/users/queries.server.ts'
import { emailOf, openSite } from './database.ts'

export async function run(given: string) {
  const email = emailOf(given)
  await using site = await openSite()
  const id = await userIdOf(site.db, email)
  if (!id) {
    console.error(`There is no user ${email}.`)
    process.exitCode = 1
  } else if (await removeSecondFactor(site.db, id))
    console.log(`The second factor of ${email} is removed, with all passkeys; every session is ended.`)
  else console.log(`${email} has no second factor.`)
}
