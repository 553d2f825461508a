import { sql, type Transaction, type UpdateObject } from 'kysely'
import { hasSeenByRequest, lockViewer } from '#src/features/contact-ledger/index.server.ts'
import { undoableSince, undoableUntil } from '#src/features/contact-requests/policy.ts'
import { notify, takeBackNotice } from '#src/features/notifications/index.server.ts'
import { whyEnded } from '#src/features/payments/policy.ts'
import type { Clock } from '#src/platform/clock.ts'
import { type Action, record } from '#src/platform/db/audit.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { allRows } from '#src/platform/db/rows.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'

/** Before the request: in the order in which settling and leaving take them. */
const holdPayment = async (trx: Db, requestId: string) => {
  const [payment] = await allRows<{ id: string }>(trx)`
    select id from payments where id = (select payment_id from contact_requests where id = ${requestId}) for update`
  return payment
}

/** Of a deleted biodata there is nothing to decide: the money goes back by itself. */
const deciding = (trx: Db, id: string, from: 'pending' | 'approve', change: UpdateObject<Schema, 'contactRequests'>) =>
  trx
    .updateTable('contactRequests')
    .set(change)
    .where((request) => request.and({ id, status: from }))
    .where('biodataId', 'is not', null)
    .returning(['userId', 'biodataId', 'number', 'deleted'])

const approvalCause = (id: string) => `${id} approved`

/** Tells the asker once it cannot be undone. @returns 1 if approved now, 0 if before, undefined without a request */
export const approveRequest = (clock: Clock) => async (trx: Transaction<Schema>, actorId: string, id: string) => {
  const now = clock()
  if (!(await holdPayment(trx, id))) return undefined
  const approval = { status: 'approve', approvedAt: now, approvedBy: actorId } as const
  const approved = await deciding(trx, id, 'pending', approval).executeTakeFirst()
  if (!approved) return 0
  await record(trx, actorId, 'approved contact request', id)
  const { userId, number, deleted } = approved
  // An asker who has deleted the request would not find it on the page that the mail leads to.
  if (!deleted)
    await notify(trx, {
      to: userId,
      kind: 'request-answered',
      cause: approvalCause(id),
      about: { answer: 'approved', number },
      mail: { kind: 'contact-approved', number },
      notBefore: undoableUntil(now),
    })
  return 1
}

class UndoRefused extends Error {}

/**
 * Only the administrator who approved can, for `undoSeconds`. The ledger and the audit log keep their lines.
 * @returns `seen` (its owner is told) or `unseen`; `late` when it can no longer be undone; undefined without a request
 */
export async function undoApproval(db: Db, actorId: string, id: string, now: Date) {
  const undone = db.transaction().execute(async (trx) => {
    await holdPayment(trx, id)
    const request = await trx
      .selectFrom('contactRequests')
      .select(['userId', 'requestedAt', 'approvedAt'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!request) return undefined
    // A look by this request is either written down already, or finds it closed.
    await lockViewer(trx, request.userId)
    const waiting = await deciding(trx, id, 'approve', { status: 'pending', approvedAt: null, approvedBy: null })
      .where('approvedBy', '=', actorId)
      .where('approvedAt', '>', undoableSince(now))
      .executeTakeFirst()
    if (!waiting) return 'late' as const
    const { userId, requestedAt, approvedAt } = request
    // Another server's clock may be ahead of this one: what the asker has been told cannot be undone.
    const isUntold = await takeBackNotice(trx, { to: userId, kind: 'request-answered', cause: approvalCause(id) })
    if (!isUntold) throw new UndoRefused()
    await record(trx, actorId, 'undid approval', id)
    const ownerId = waiting.biodataId!
    if (!(await hasSeenByRequest(trx, userId, ownerId, requestedAt))) return 'unseen' as const
    await notify(trx, {
      to: ownerId,
      kind: 'contact-seen',
      cause: `${id} undone ${approvedAt?.toISOString()}`,
      about: { by: 'request', viewerId: userId, undone: true },
      mail: { kind: 'contact-seen', undone: true },
    })
    return 'seen' as const
  })
  return undone.catch((error) => {
    if (error instanceof UndoRefused) return 'late' as const
    throw error
  })
}

/**
 * Ends a request that is still `from`, and its money is due to go back. The asker is told, the person asked is not.
 * @returns 1 when this call ended it, 0 when it is not `from`, undefined without a request
 */
const ending =
  (from: 'pending' | 'approve', to: keyof typeof whyEnded, action: Action) =>
  async (trx: Transaction<Schema>, actorId: string, id: string, reason: string) => {
    const payment = await holdPayment(trx, id)
    if (!payment) return undefined
    const end = { status: to, endedAt: sql<Date>`now()`, endedBy: actorId, endedBecause: reason }
    const ended = await deciding(trx, id, from, end).executeTakeFirst()
    if (!ended) return 0
    await sql`
      update payments set status = 'refund_due', refund_because = ${whyEnded[to]}, updated_at = now()
      where id = ${payment.id} and status = 'succeeded'`.execute(trx)
    await record(trx, actorId, action, id)
    const { userId, number } = ended
    await notify(trx, {
      to: userId,
      kind: 'request-answered',
      cause: `${id} ${to}`,
      about: { answer: to, number },
      mail: { kind: 'contact-refused', why: to, number, reason },
    })
    return 1
  }

export const refuseRequest = ending('pending', 'refused', 'refused contact request')
export const takeApprovalBack = ending('approve', 'withdrawn', 'took approval back')
