import { setTimeout as delay } from 'node:timers/promises'
import { type Auth, hashPassword, passwordOf, proveEmail, resetPassword } from '#src/features/identity/index.server.ts'
import { lockPaymentsFor } from '#src/features/users/index.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { leavePlace } from '#src/platform/limits/fair-limiter.server.ts'
import { attemptKey, limits, takeAttempt, takeFromNetworks } from '#src/platform/limits/throttle.server.ts'
import * as contract from './contract.ts'
import { consumeLink, findLink, mailLink, makeLink } from './queries.server.ts'

/** Longer than writing a mail takes, so that what writing it differs by does not show in the time of an answer. */
const sameTimeForAll = 200

const linkIsUsedUp = () =>
  new Problem('conflict', { code: 'link-used-up', detail: 'This link has expired or was used already.' })

export function mountMailedLinks(mount: Mount, { db, clock, auth, config }: Deps & { auth: Auth }) {
  const requireMail = () => {
    if (!auth.ways.mail) throw new Problem('unavailable', { code: 'mail-off', detail: 'This site sends no mail.' })
  }

  // The answer and its time are the same whether somebody has this email or not.
  mount(contract.forgotPassword, async ({ input: { email, language }, address }) => {
    requireMail()
    await takeFromNetworks(db, 'reset from', address, limits.resetsOfNetwork, clock())
    const sameTime = delay(sameTimeForAll)
    // Counted for unknown emails too, or the limit would tell which are known.
    await takeAttempt(db, attemptKey('reset', email), limits.mailsToPerson, clock())
    await mailLink(db, config.origin, 'reset', { email, language }, clock())
    leavePlace()
    await sameTime
    return { accepted: true }
  })

  mount(contract.mailedLink, async ({ viewer, input: { token } }) => {
    const link = token ? await findLink(db, token, clock()) : undefined
    return {
      purpose: link?.purpose ?? null,
      isOwn: viewer.kind === 'member' && viewer.userId === link?.id,
      hasPassword: link !== undefined && (await passwordOf(db, link.id)) !== undefined,
    }
  })

  mount(contract.resetPassword, async ({ input: { token, password } }) => {
    const link = await findLink(db, token, clock())
    if (link?.purpose !== 'reset') throw linkIsUsedUp()
    auth.passwords.refuseWeak(password, link)
    const hash = await hashPassword(password)
    await db.transaction().execute(async (trx) => {
      await lockPaymentsFor(trx, link.id)
      const userId = await consumeLink(trx, 'reset', token, clock())
      if (!userId) throw linkIsUsedUp()
      await resetPassword(trx, userId, hash)
    })
    await auth.forgetTries(link.email)
    return { email: link.email }
  })

  mount(contract.verifyEmail, async ({ viewer, input: { token, password } }) => {
    const link = await findLink(db, token, clock())
    if (link?.purpose !== 'verify') throw linkIsUsedUp()
    if (password !== undefined) await auth.passwords.confirm(link.id, password, 'password')
    const isSamePerson = password !== undefined || (viewer.kind === 'member' && viewer.userId === link.id)
    const resetToken = await db.transaction().execute(async (trx) => {
      if (!isSamePerson) await lockPaymentsFor(trx, link.id)
      const userId = await consumeLink(trx, 'verify', token, clock())
      if (!userId) throw linkIsUsedUp()
      const isEmptied = await proveEmail(trx, userId, isSamePerson)
      return isEmptied ? makeLink(trx, 'reset', userId, clock()) : null
    })
    return { modifiedCount: 1, resetToken }
  })

  mount(contract.sendVerification, async ({ viewer }) => {
    requireMail()
    if (viewer.isVerified) return { modifiedCount: 0 }
    await takeAttempt(db, attemptKey('verify', viewer.userId), limits.mailsToPerson, clock())
    await mailLink(db, config.origin, 'verify', { email: viewer.email }, clock())
    return { modifiedCount: 1 }
  })
}
