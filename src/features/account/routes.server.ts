import type { Auth } from '#src/features/identity/index.server.ts'
import * as signIn from '#src/features/identity/index.server.ts'
import { reviewAccountName } from '#src/features/open-texts/index.server.ts'
import * as users from '#src/features/users/index.server.ts'
import { isPhotoLink } from '#src/features/users/policy.ts'
import { dayOf } from '#src/platform/clock.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { found, Problem, refusal } from '#src/platform/http/problem.ts'
import { namesContact } from '#src/platform/named-contact.ts'
import * as contract from './contract.ts'
import { deviceOf } from './device.ts'
import { everythingAbout } from './queries.server.ts'

type Given = Deps & { auth: Pick<Auth, 'passwords'>; afterDeletion: () => void }

/** Milliseconds. An email is no secret: who has no password proves by a new sign-in that it is they. */
const freshSignIn = 15 * 60_000

export function mountAccount(mount: Mount, { db, clock, auth, config, afterDeletion }: Given) {
  mount(contract.ownAccount, async ({ viewer }) => {
    const [password, photoUrl, whom, sessions] = await Promise.all([
      signIn.passwordOf(db, viewer.userId),
      users.photoOf(db, viewer.userId),
      users.forWhomOf(db, viewer.userId),
      signIn.listSessions(db, viewer.userId),
    ])
    return {
      ...viewer,
      photoUrl,
      ...whom,
      hasPassword: password !== undefined,
      sessions: sessions.map(({ id, userAgent, updatedAt }) => ({
        id,
        ...deviceOf(userAgent),
        lastUsed: dayOf(updatedAt),
        isCurrent: id === viewer.sessionId,
      })),
    }
  })

  mount(contract.changeSelf, async ({ viewer, input: { name, photoUrl } }) => {
    if (photoUrl !== undefined && !isPhotoLink(photoUrl, config.origin))
      throw refusal('photoUrl', 'INVALID_PHOTO_URL', 'must be a link that starts with https://')
    if (name !== undefined && namesContact(name))
      throw refusal('name', 'NAME_WITH_CONTACT', 'must not contain phone numbers, email addresses or links')
    const modifiedCount = await db.transaction().execute(async (trx) => {
      await users.holdSession(trx, viewer)
      const modified = await users.changeAccount(trx, viewer.userId, { name, image: photoUrl })
      if (name !== undefined) await reviewAccountName(trx, viewer.userId, name)
      return modified
    })
    return { modifiedCount }
  })

  mount(contract.changePassword, async ({ viewer, input: { current, password } }) => {
    auth.passwords.refuseWeak(password, viewer)
    const stored = await auth.passwords.confirm(viewer.userId, current, 'current')
    if (!(await signIn.changePassword(db, viewer, stored, password)))
      throw refusal('current', 'wrong-password', 'is not your password')
    return { modifiedCount: 1 }
  })

  mount(contract.endSession, async ({ viewer, input: { id } }) => {
    return { deletedCount: found((await signIn.endSession(db, viewer.userId, id)) || undefined) }
  })

  mount(contract.endOtherSessions, async ({ viewer }) => ({
    deletedCount: await signIn.endOtherSessions(db, viewer.userId, viewer.sessionId),
  }))

  mount(contract.exportSelf, ({ viewer }) => everythingAbout(db, viewer, clock()))

  mount(contract.deleteSelf, async ({ viewer, input: { confirmation } }) => {
    if (await signIn.passwordOf(db, viewer.userId))
      await auth.passwords.confirm(viewer.userId, confirmation, 'confirmation')
    else if (confirmation.trim().toLowerCase() !== viewer.email)
      throw refusal('confirmation', 'wrong-email', 'is not your email')
    else if (!(await signIn.hasSignedInSince(db, viewer.sessionId, new Date(clock().getTime() - freshSignIn))))
      throw new Problem('conflict', { code: 'sign-in-again', detail: 'Sign in again first.' })
    if (!(await users.deleteUser(db, viewer.userId)))
      throw new Problem('conflict', { code: 'last-admin', detail: 'The last administrator cannot leave.' })
    afterDeletion()
    return { deletedCount: 1 }
  })
}
