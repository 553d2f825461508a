import { type Clock, dayOf } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { notFound, Problem } from '#src/platform/http/problem.ts'
import * as contract from './account-contract.ts'
import * as queries from './account-queries.server.ts'
import type { Auth } from './auth.server.ts'
import { deviceOf } from './device.ts'
import { consumeLink, findLink, mailLimit, mailLink, mailReset } from './mailed-links.server.ts'
import { hashPassword, verifyPassword } from './password.server.ts'
import { passwordFaults } from './password-rule.server.ts'
import { isPhotoLink } from './policy.ts'
import { attemptKey, forgetAttempts, type Limit, networkOf, takeAttempt } from './throttle.server.ts'

interface Surroundings {
  db: Db
  clock: Clock
  auth: Pick<Auth, 'ways' | 'passwordFault' | 'forgetTries'>
  config: Pick<Config, 'origin'>
  /** Called after somebody left: there may be money to give back. */
  afterDeletion?: (() => Promise<void>) | undefined
}

/** Guessing a password of somebody whose open session one has found. */
const confirmationLimit: Limit = { free: 10, wait: 60 }

/** Mails to many people. An office may share an address. */
const resetsFromOneNetwork: Limit = { free: 30, wait: 60 }

const linkIsUsedUp = () =>
  new Problem('conflict', { code: 'link-used-up', detail: 'This link has expired or was used already.' })
const refusal = (field: string, code: string, message: string) =>
  new Problem('invalid', { code, errors: [{ field, message }] })

/** A person's own account: password, email, sessions, data, and leaving. */
export function mountOwnAccount(mount: Mount, { db, clock, auth, config, afterDeletion }: Surroundings) {
  const requireMail = () => {
    if (!auth.ways.mail) throw new Problem('unavailable', { code: 'mail-off', detail: 'This site sends no mail.' })
  }
  const checkNewPassword = (password: string, person: { email: string; name: string }) => {
    const fault = auth.passwordFault(password, person)
    if (fault) throw refusal('password', fault, passwordFaults[fault])
  }
  /** @returns the stored hash that `typed` fits */
  async function confirmPassword(userId: string, stored: string, typed: string, field: string) {
    const key = attemptKey('confirm', userId)
    await takeAttempt(db, key, confirmationLimit, clock())
    if (!(await verifyPassword({ hash: stored, password: typed })))
      throw refusal(field, 'wrong-password', 'is not your password')
    await forgetAttempts(db, [key])
  }

  mount(contract.forgotPassword, async ({ input: { email, language }, address }) => {
    requireMail()
    await takeAttempt(db, attemptKey('reset from', networkOf(address)), resetsFromOneNetwork, clock())
    await mailReset(db, config.origin, email, language, clock())
    return { accepted: true }
  })

  mount(contract.mailedLink, async ({ input: { token } }) => ({
    purpose: (token && (await findLink(db, token, clock()))?.purpose) || null,
  }))

  mount(contract.resetPassword, async ({ input: { token, password } }) => {
    const link = await findLink(db, token, clock())
    if (link?.purpose !== 'reset') throw linkIsUsedUp()
    checkNewPassword(password, link)
    const hash = await hashPassword(password)
    await db.transaction().execute(async (trx) => {
      const userId = await consumeLink(trx, 'reset', token, clock())
      if (!userId) throw linkIsUsedUp()
      await queries.resetPassword(trx, userId, hash)
    })
    await auth.forgetTries(link.email)
    return { email: link.email }
  })

  mount(contract.verifyEmail, async ({ input: { token } }) => {
    await db.transaction().execute(async (trx) => {
      const userId = await consumeLink(trx, 'verify', token, clock())
      if (!userId) throw linkIsUsedUp()
      await queries.markVerified(trx, userId)
    })
    return { modifiedCount: 1 }
  })

  mount(contract.sendVerification, async ({ viewer }) => {
    requireMail()
    if (viewer.isVerified) return { modifiedCount: 0 }
    await takeAttempt(db, attemptKey('verify', viewer.userId), mailLimit, clock())
    await mailLink(db, config.origin, 'verify', { ...viewer, id: viewer.userId }, clock())
    return { modifiedCount: 1 }
  })

  mount(contract.ownAccount, async ({ viewer }) => {
    const [password, photoUrl, sessions] = await Promise.all([
      queries.passwordOf(db, viewer.userId),
      queries.photoOf(db, viewer.userId),
      queries.listSessions(db, viewer.userId),
    ])
    return {
      ...viewer,
      photoUrl,
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
    return { modifiedCount: await queries.changeAccount(db, viewer.userId, { name, image: photoUrl }) }
  })

  mount(contract.changePassword, async ({ viewer, input: { current, password } }) => {
    const stored = await queries.passwordOf(db, viewer.userId)
    if (!stored) throw new Problem('conflict', { code: 'no-password', detail: 'This account has no password yet.' })
    checkNewPassword(password, viewer)
    await confirmPassword(viewer.userId, stored, current, 'current')
    if (!(await queries.changePassword(db, viewer, stored, await hashPassword(password))))
      throw refusal('current', 'wrong-password', 'is not your password')
    return { modifiedCount: 1 }
  })

  mount(contract.endSession, async ({ viewer, input: { id } }) => {
    const deletedCount = await queries.endSession(db, viewer.userId, id)
    if (deletedCount === 0) throw notFound()
    return { deletedCount }
  })

  mount(contract.endOtherSessions, async ({ viewer }) => ({
    deletedCount: await queries.endOtherSessions(db, viewer.userId, viewer.sessionId),
  }))

  mount(contract.exportSelf, ({ viewer }) => queries.everythingAbout(db, { id: viewer.userId, email: viewer.email }))

  mount(contract.deleteSelf, async ({ viewer, input: { confirmation } }) => {
    const stored = await queries.passwordOf(db, viewer.userId)
    if (stored) await confirmPassword(viewer.userId, stored, confirmation, 'confirmation')
    else if (confirmation.trim().toLowerCase() !== viewer.email)
      throw refusal('confirmation', 'wrong-email', 'is not your email')
    if (!(await queries.deleteUser(db, viewer.userId)))
      throw new Problem('conflict', { code: 'last-admin', detail: 'The last administrator cannot leave.' })
    await afterDeletion?.()
    return { deletedCount: 1 }
  })
}
