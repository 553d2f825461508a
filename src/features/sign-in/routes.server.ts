import * as contract from '#src/features/identity/contract.ts'
import { type Auth, confirmSession, hasPasskey, passwordOf } from '#src/features/identity/index.server.ts'
import { setLanguage } from '#src/features/users/index.server.ts'
import { checkConfirmed } from '#src/platform/http/confirmation.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import * as confirmation from './confirmation/contract.ts'

/** A call of `POST /user` this soon after the account was made belongs to registering; later it is an ordinary sign-in. */
const registeringMs = 10 * 60_000

/** Who is signed in, and how they confirm it. Signing in itself is not behind the contract, see `Auth`. */
export function mountSignIn(mount: Mount, { db, clock, auth }: Deps & { auth: Pick<Auth, 'ways' | 'passwords'> }) {
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

  mount(confirmation.confirmSelf, async ({ viewer, input: { password } }) => {
    await auth.passwords.confirm(viewer.userId, password, 'password')
    await confirmSession(db, viewer.sessionId, clock())
    return { confirmed: true }
  })

  mount(checkConfirmed, () => ({ confirmed: true }))

  mount(confirmation.waysToConfirm, async ({ viewer }) => ({
    password: (await passwordOf(db, viewer.userId)) !== undefined,
    passkey: auth.ways.passkey && (await hasPasskey(db, viewer.userId)),
  }))
}
