import { doEach, lastApprovedAt, mountAction, mountList, mountReasoned } from '#src/features/admin-list/index.server.ts'
import type { ListQuery } from '#src/features/admin-list/index.ts'
import { recordFile } from '#src/features/contact-ledger/index.server.ts'
import { undoMsLeft } from '#src/features/contact-requests/policy.ts'
import { type Clock, dayOf, undoSeconds } from '#src/platform/clock.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { found, Problem } from '#src/platform/http/problem.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import { priceOf } from '#src/platform/money.ts'
import * as contract from './contract.ts'
import * as decisions from './decision-queries.server.ts'
import * as queries from './queries.server.ts'

const tooLate = () =>
  new Problem('conflict', {
    code: 'too-late',
    detail: `Only the administrator who approved a request can undo that, within ${undoSeconds} seconds. It can still be taken back with a refund: PATCH /contact-requests/{id}/withdrawal.`,
  })

type Found = NonNullable<Awaited<ReturnType<typeof queries.findJudgement>>>
const judgementOf = (
  { requestedAt, approvedAt, approvedBy, endedAt, endedBecause, amount, currency, ...found }: Found,
  viewer: Member,
  now: Date,
) => ({
  ...found,
  date: requestedAt.toISOString(),
  undoMs: found.status === 'approve' && approvedBy === viewer.userId ? undoMsLeft(approvedAt!, now) : null,
  decidedAt: (endedAt ?? approvedAt)?.toISOString() ?? null,
  because: endedBecause,
  payment: {
    ...priceOf({ amount, currency }),
    status: found.paymentStatus,
    providerRef: found.providerRef,
  },
})

interface Deps {
  db: Db
  clock: Clock
  /** Begins to refund what is due, and waits for nothing. */
  payBack: (() => void) | undefined
}

export function mountRequestApproval(mount: Mount, { db, clock, payBack }: Deps) {
  const today = () => dayOf(clock())
  const inFile = recordFile('contact requests', ({ ownBiodataId }: contract.Asked) => ownBiodataId)
  const findRequests = (trx: Db, wanted: ListQuery<typeof contract.allRequests>) =>
    queries.findRequests(trx, wanted, today())
  mountList(mount, db, contract.allRequests, 'exported contact requests', findRequests, inFile)
  mount(contract.judgement, async ({ viewer, input: { id } }) => {
    const now = clock()
    return judgementOf(found(await queries.findJudgement(db, id, now, today())), viewer, now)
  })
  const approve = (trx: Db, actorId: string, id: string) => decisions.approveRequest(trx, actorId, id, clock())
  mountAction(mount, db, approve, contract.approveRequest, contract.approveEach)
  mount(contract.undoApproval, async ({ viewer, input: { id } }) => {
    const undone = found(await decisions.undoApproval(db, viewer.userId, id, clock()))
    if (undone === 'late') throw tooLate()
    return { modifiedCount: 1, seen: undone === 'seen' }
  })
  mount(contract.undoEach, async ({ viewer, input: { ids } }) => {
    let seen = 0
    const done = await doEach(ids, async (id) => {
      const undone = await decisions.undoApproval(db, viewer.userId, id, clock())
      if (undone === 'seen') seen++
      return undone && Number(undone !== 'late')
    })
    return { ...done, seen }
  })
  const afterwards = payBack
  mountReasoned(mount, db, decisions.refuseRequest, contract.refuseRequest, { many: contract.refuseEach, afterwards })
  mountReasoned(mount, db, decisions.takeApprovalBack, contract.takeApprovalBack, { afterwards })
  mount(contract.lastApproval, async () => ({ at: await lastApprovedAt(db, 'contact_requests') }))
}
