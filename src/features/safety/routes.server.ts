import { mountPages } from '#src/platform/http/keyset.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { found, invalid, Problem } from '#src/platform/http/problem.ts'
import { attemptKey, limits, takeAttempt } from '#src/platform/limits/throttle.server.ts'
import * as contract from './contract.ts'
import * as queries from './queries.server.ts'

/** Blocking and reporting people. `payBack`: there may be money to give back, for which nobody waits. */
export function mountSafety(mount: Mount, { db, clock, payBack }: Deps) {
  mount(contract.blockPerson, async ({ viewer, input: { id } }) => {
    await takeAttempt(db, attemptKey('blocks', viewer.userId), limits.blocks, clock())
    const modifiedCount = found(await queries.block(db, viewer, id))
    payBack?.()
    return { modifiedCount }
  })

  mount(contract.unblockPerson, async ({ viewer, input: { id } }) => ({
    deletedCount: found((await queries.unblock(db, viewer.userId, id)) || undefined),
  }))

  mount(contract.listBlocks, ({ viewer }) => queries.listBlocks(db, viewer.userId))

  mount(contract.reportPerson, async ({ viewer, input }) => {
    if (input.reason === 'other' && !input.words) throw invalid('words', 'must be filled in')
    await takeAttempt(db, attemptKey('reports', viewer.userId), limits.reports, clock())
    const reported = found(await queries.report(db, viewer, input))
    if (reported === 'open')
      throw new Problem('conflict', {
        code: 'already-reported',
        detail: 'You have reported this person, and it is not answered yet.',
      })
    if (input.block) payBack?.()
    return { insertedId: reported.id }
  })

  mount(contract.listOwnReports, ({ viewer }) => queries.listReportsBy(db, viewer.userId))

  mountPages(mount, contract.listReported, (wanted, viewer) => queries.listReported(db, viewer.userId, wanted))

  mount(contract.answerReports, async ({ viewer, input }) => {
    const modifiedCount = found(await queries.answer(db, viewer.userId, input))
    if (modifiedCount === 0)
      throw new Problem('conflict', { code: 'already-answered', detail: 'These reports are answered already.' })
    return { modifiedCount }
  })
}
