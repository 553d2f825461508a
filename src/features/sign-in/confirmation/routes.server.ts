import type { Auth } from '#src/features/identity/index.server.ts'
import { confirmSession, hasPasskey, passwordOf } from '#src/features/identity/index.server.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { checkConfirmed } from '#src/platform/http/confirmation.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import * as contract from './contract.ts'

export function mountConfirmation(
  mount: Mount,
  { auth, db, clock }: { auth: Pick<Auth, 'ways' | 'passwords'>; db: Db; clock: Clock },
) {
  mount(contract.confirmSelf, async ({ viewer, input: { password } }) => {
    const stored = await passwordOf(db, viewer.userId)
    if (!stored) throw new Problem('conflict', { code: 'no-password', detail: 'This account has no password yet.' })
    await auth.passwords.confirm(viewer.userId, stored, password, 'password')
    await confirmSession(db, viewer.sessionId, clock())
    return { confirmed: true }
  })

  mount(checkConfirmed, () => ({ confirmed: true }))

  mount(contract.waysToConfirm, async ({ viewer }) => ({
    password: (await passwordOf(db, viewer.userId)) !== undefined,
    passkey: auth.ways.passkey && (await hasPasskey(db, viewer.userId)),
  }))
}
