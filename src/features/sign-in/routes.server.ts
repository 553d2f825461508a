import * as contract from '#src/features/identity/contract.ts'
import type { Auth } from '#src/features/identity/index.server.ts'
import { setLanguage } from '#src/features/users/index.server.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'

/** A call of `POST /user` this soon after the account was made belongs to registering; later it is an ordinary sign-in. */
const registeringMs = 10 * 60_000

/** Who is signed in. Signing in itself is not behind the contract, see `Auth`. */
export function mountSignIn(mount: Mount, { db, clock, auth }: { db: Db; clock: Clock; auth: Pick<Auth, 'ways'> }) {
  mount(contract.currentSession, ({ viewer }) => ({
    user: viewer.kind === 'member' ? viewer : null,
    ways: auth.ways,
  }))

  mount(contract.recordUser, async ({ viewer, language }) => {
    // An issuer's window may ask in other words than the page where the person registers.
    const since = new Date(clock().getTime() - registeringMs)
    if (language !== viewer.language) await setLanguage(db, viewer.userId, language, since)
    return { insertedId: viewer.userId }
  })
}
