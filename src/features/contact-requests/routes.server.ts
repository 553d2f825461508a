import { mountPages } from '#src/platform/http/keyset.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { found, Problem } from '#src/platform/http/problem.ts'
import { attemptKey, limits, takeAttempt } from '#src/platform/limits/throttle.server.ts'
import * as contract from './contract.ts'
import { withdrawOwn } from './ends.server.ts'
import * as queries from './queries.server.ts'
import { reportUnanswered } from './unanswered.server.ts'
import * as unanswered from './unanswered-contract.ts'

const refusals = {
  'reported-before': 'You have reported this person before.',
  'not-open': 'This request shows you no number now, or you have not looked at it yet.',
  'too-late': `This can be said within ${unanswered.reportWithinDays} days of the first look.`,
}

export function mountContactRequests(mount: Mount, { db, config, clock, payBack }: Deps) {
  const sendsMail = config.mail !== undefined

  mountPages(mount, contract.listRequests, ({ mine, contacts, ...wanted }, viewer) => {
    const isOfAll = viewer.isAdmin && mine !== 'true'
    return queries.listRequests(
      db,
      viewer,
      { isOfAll, isShort: contacts === 'later', ...wanted },
      { now: clock(), sendsMail, currency: config.fee.currency },
    )
  })

  mount(contract.usualWait, async () => ({ days: await queries.usualWait(db, clock()) }))

  mount(contract.deleteRequest, async ({ viewer, input: { id } }) => ({
    modifiedCount: found(await queries.setHidden(db, viewer.userId, id, true)),
  }))

  mount(contract.restoreRequest, async ({ viewer, input: { id } }) => {
    const modifiedCount = found(await queries.setHidden(db, viewer.userId, id, false))
    if (modifiedCount === 0) throw new Problem('conflict', { detail: 'This request is not deleted.' })
    return { modifiedCount }
  })

  mount(contract.withdrawRequest, async ({ viewer, input: { id } }) => {
    const modifiedCount = found(await withdrawOwn(db, viewer.userId, id, clock()))
    if (modifiedCount === 0)
      throw new Problem('conflict', { code: 'answered-already', detail: 'This request was answered, or has ended.' })
    payBack?.()
    return { modifiedCount }
  })

  mount(unanswered.reportUnanswered, async ({ viewer, input: { id, note } }) => {
    await takeAttempt(db, attemptKey('reports', viewer.userId), limits.reports, clock())
    const reported = found(await reportUnanswered(db, { reporterId: viewer.userId, id, note, now: clock() }))
    if (typeof reported === 'string') throw new Problem('conflict', { code: reported, detail: refusals[reported] })
    return { modifiedCount: reported }
  })
}
