import { requireConfirmed } from '#src/platform/http/checks.server.ts'
import { mountPages } from '#src/platform/http/keyset.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { found, Problem } from '#src/platform/http/problem.ts'
import * as contract from './contract.ts'
import { decide } from './deciding.server.ts'
import * as queries from './queries.server.ts'

/** Numbers that nobody answers. Calls `payBack` when a fee is due to go back. */
export function mountUnanswered(mount: Mount, { db, clock, config, payBack }: Deps) {
  mountPages(mount, contract.listUnanswered, (wanted, viewer) => queries.listReports(db, viewer.userId, wanted))

  mount(contract.showNumber, async ({ viewer, input: { id } }) => {
    const shown = found(await queries.showNumber(db, viewer, id))
    if (!('opensInSeconds' in shown)) return shown
    requireConfirmed(viewer)
    throw new Problem('too-fast', { code: 'contact-limit', retryAfter: shown.opensInSeconds })
  })

  mount(contract.decideUnanswered, async ({ viewer, input: { id, outcome } }) => {
    const decided = found(await decide(db, { actorId: viewer.userId, id, outcome, now: clock(), config }))
    if (decided === 'late')
      throw new Problem('conflict', {
        code: 'decided-already',
        detail: 'This report was decided otherwise, or has ended.',
      })
    if (outcome === 'unanswered') payBack?.()
    return { modifiedCount: decided }
  })
}
