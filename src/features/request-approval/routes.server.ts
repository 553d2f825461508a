import { doEach, lastApprovedAt, mountAction, mountList } from '#src/features/admin-list/index.server.ts'
import { recordFile } from '#src/features/contact-ledger/index.server.ts'
import { dayOf, undoSeconds } from '#src/platform/clock.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { ListQuery } from '#src/platform/http/keyset.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { found, Problem } from '#src/platform/http/problem.ts'
import * as contract from './contract.ts'
import * as judging from './judging.server.ts'
import * as queries from './queries.server.ts'

const tooLate = () =>
  new Problem('conflict', {
    code: 'too-late',
    detail: `Only the administrator who approved a request can undo that, within ${undoSeconds} seconds. It can still be taken back with a refund: PATCH /contact-requests/{id}/withdrawal.`,
  })

export function mountRequestApproval(mount: Mount, { db, clock, payBack: afterwards }: Deps) {
  const inFile = recordFile('contact requests', ({ ownBiodataId }: contract.Asked) => ownBiodataId)
  const findRequests = (trx: Db, wanted: ListQuery<typeof contract.allRequests>) =>
    queries.findRequests(trx, wanted, dayOf(clock()))
  mountList(mount, db, contract.allRequests, 'exported contact requests', findRequests, inFile)
  mount(contract.judgement, async ({ viewer, input: { id } }) =>
    found(await queries.findJudgement(db, id, viewer.userId, clock())),
  )
  mount(contract.premiumReview, async ({ input: { id } }) => found(await queries.findPremiumReview(db, id, clock())))
  mountAction(mount, db, judging.approveRequest(clock), contract.approveRequest, { many: contract.approveEach })
  mount(contract.undoApproval, async ({ viewer, input: { id } }) => {
    const undone = found(await judging.undoApproval(db, viewer.userId, id, clock()))
    if (undone === 'late') throw tooLate()
    return { modifiedCount: 1, seen: undone === 'seen' }
  })
  mount(contract.undoEach, async ({ viewer, input: { ids } }) => {
    let seen = 0
    const done = await doEach(ids, async (id) => {
      const undone = await judging.undoApproval(db, viewer.userId, id, clock())
      if (undone === 'seen') seen++
      return undone && Number(undone !== 'late')
    })
    return { ...done, seen }
  })
  mountAction(mount, db, judging.refuseRequest, contract.refuseRequest, { many: contract.refuseEach, afterwards })
  mountAction(mount, db, judging.takeApprovalBack, contract.takeApprovalBack, { afterwards })
  mount(contract.lastApproval, async () => ({ at: await lastApprovedAt(db, 'contact_requests') }))
}
