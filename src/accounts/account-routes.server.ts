import { type Clock, dayOf } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { networkOf } from '#src/platform/http/network.server.ts'
import { notFound, Problem } from '#src/platform/http/problem.ts'
import { attemptKey, forgetAttempts, type Limit, takeAttempt } from '#src/platform/throttle.server.ts'
import * as contract from './account-contract.ts'
import * as queries from './account-queries.server.ts'
import type { Auth } from './auth.server.ts'
import { deviceOf } from './device.ts'
import { consumeLink, findLink, mailLimit, mailLink, mailReset, makeLink } from './mailed-links.server.ts'
import { hashPassword, verifyPassword } from './password.server.ts'
import { passwordFaults } from './password-rule.server.ts'
import { isPhotoLink } from './policy.ts'

interface Deps {
  db: Db
  clock: Clock
  auth: Pick<Auth, 'ways' | 'passwordFault' | 'forgetTries'>
  config: Pick<Config, 'origin'>
  /** Called after somebody left: there may be money to give back, which they do not wait for. */
  afterDeletion?: (() => void) | undefined
}

/** Guessing a password of somebody whose open session one has found. */
const confirmationLimit: Limit = { atOnce: 10, every: 60 }

/** Milliseconds. An email is no secret: who has no password proves by a new sign-in that it is they. */
const freshSignIn = 15 * 60_000

/** Mails to many people. An office may share an address. */
const resetsFromOneNetwork: Limit = { atOnce: 30, every: 60 }

const linkIsUsedUp = () =>
  new Problem('conflict', { code: 'link-used-up', detail: 'This link has expired or was used already.' })
const refusal = (field: string, code: string, message: string) =>
  new Problem('invalid', { code, errors: [{ field, message }] })

/** A person's own account: password, email, sessions, data, and leaving. */
export function mountOwnAccount(mount: Mount, { db, clock, auth, config, afterDeletion }: Deps) {
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

  mount(contract.mailedLink, async ({ viewer, input: { token } }) => {
    const link = token ? await findLink(db, token, clock()) : undefined
    return {
      purpose: link?.purpose ?? null,
      isOwn: viewer.kind === 'member' && viewer.userId === link?.id,
      hasPassword: link !== undefined && (await queries.passwordOf(db, link.id)) !== undefined,
    }
  })

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

  mount(contract.verifyEmail, async ({ viewer, input: { token, password } }) => {
    const link = await findLink(db, token, clock())
    if (link?.purpose !== 'verify') throw linkIsUsedUp()
    const stored = password === undefined ? undefined : await queries.passwordOf(db, link.id)
    if (password !== undefined) await confirmPassword(link.id, stored ?? '', password, 'password')
    const isSamePerson = password !== undefined || (viewer.kind === 'member' && viewer.userId === link.id)
    const resetToken = await db.transaction().execute(async (trx) => {
      const userId = await consumeLink(trx, 'verify', token, clock())
      if (!userId) throw linkIsUsedUp()
      const isEmptied = await queries.proveEmail(trx, userId, isSamePerson)
      return isEmptied ? makeLink(trx, 'reset', userId, clock()) : null
    })
    return { modifiedCount: 1, resetToken }
  })

  mount(contract.sendVerification, async ({ viewer }) => {
    requireMail()
    if (viewer.isVerified) return { modifiedCount: 0 }
    await takeAttempt(db, attemptKey('verify', viewer.userId), mailLimit, clock())
    await mailLink(db, config.origin, 'verify', viewer.email, undefined, clock())
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
    else if (!(await queries.hasSignedInSince(db, viewer.sessionId, new Date(clock().getTime() - freshSignIn))))
      throw new Problem('conflict', { code: 'sign-in-again', detail: 'Sign in again first.' })
    if (!(await queries.deleteUser(db, viewer.userId)))
      throw new Problem('conflict', { code: 'last-admin', detail: 'The last administrator cannot leave.' })
    afterDeletion?.()
    return { deletedCount: 1 }
  })
}
