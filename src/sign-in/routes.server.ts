import type { Mount } from '#src/platform/http/mount.server.ts'
import type { Auth } from './auth.server.ts'
import * as contract from './contract.ts'

/** Who is signed in. Signing in itself is not behind the contract, see `Auth`. */
export function mountSignIn(mount: Mount, { auth }: { auth: Pick<Auth, 'ways'> }) {
  mount(contract.currentSession, ({ viewer }) => ({
    user: viewer.kind === 'member' ? viewer : null,
    ways: auth.ways,
  }))

  mount(contract.recordUser, ({ viewer }) => ({ insertedId: viewer.userId }))
}
