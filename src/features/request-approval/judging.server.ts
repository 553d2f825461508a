import { sql, type UpdateObject } from 'kysely'
import { hasSeenByRequest } from '#src/features/contact-ledger/index.server.ts'
import { forwardingCause, giveBack, holdRequest, tellFamily } from '#src/features/contact-requests/index.server.ts'
import { undoableSince, undoableUntil } from '#src/features/contact-requests/policy.ts'
import { answerBy as answerByOf } from '#src/features/family-answers/policy.ts'
import { allGuardiansOf, guardiansPhone } from '#src/features/guardians/index.server.ts'
import { notify, takeBackNotice } from '#src/features/notifications/index.server.ts'
import { whyEnded } from '#src/features/payments/policy.ts'
import type { Clock } from '#src/platform/clock.ts'
import { type Action, record } from '#src/platform/db/audit.server.ts'
import type { Db, Trx } from '#src/platform/db/open.server.ts'
import { allRows } from '#src/platform/db/rows.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'

type Judgeable = 'pending' | 'forwarded' | 'approve'
/** Of a deleted biodata there is nothing to decide: the money goes back by itself. */
const deciding = (trx: Db, id: string, from: readonly Judgeable[], change: UpdateObject<Schema, 'contactRequests'>) =>
  trx
    .updateTable('contactRequests')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', from)
    .where('biodataId', 'is not', null)
    .returning(['userId', 'biodataId', 'number', 'deleted', 'forwardedAt', 'answer'])

/** Of `asked`, a row of `biodata`. */
const hasContactGuardian = sql<boolean>`(select ${guardiansPhone} from biodata where biodata.id = asked.id) is not null`

const approvalCause = (id: string) => `${id} approved`

/**
 * Shows the contact, or asks the family first: how its owner has chosen at this moment decides (REQUIREMENTS O1). It tells
 * nobody until it cannot be undone. @returns 1 if approved now, 0 if before, undefined without a request
 */
export const approveRequest = (clock: Clock) => async (trx: Trx, actorId: string, id: string) => {
  const now = clock()
  if (!(await holdRequest(trx, id, actorId))) return undefined
  // The biodata is held before the request, as by its owner who chooses anew.
  const [approved] = await allRows<Approved>(trx)`
    with asked as materialized (
      -- What was asked without a fee is never shown without a yes.
      select id, has_signed_in(id) as answers_here,
        contact_for in ('ask', 'ask guardian') or (select payment_id from contact_requests where id = ${id}) is null as is_asked_first
      from biodata
      where id = (select biodata_id from contact_requests where id = ${id}) and contact_for <> 'nobody' for share
    )
    update contact_requests r set
      status = case when is_asked_first then 'forwarded' else 'approve' end, by_guardian = ${hasContactGuardian},
      approved_at = case when not is_asked_first then ${now}::timestamptz end,
      approved_by = case when not is_asked_first then ${actorId}::uuid end,
      forwarded_at = case when is_asked_first then ${now}::timestamptz end,
      forwarded_by = case when is_asked_first then ${actorId}::uuid end,
      answer_by = case when is_asked_first and answers_here then ${answerByOf(now)}::timestamptz end
    from asked where r.id = ${id} and r.status = 'pending' and r.biodata_id = asked.id
    returning r.user_id, r.biodata_id, r.number, r.deleted, r.status = 'forwarded' as is_forwarded, r.answer_by`
  if (!approved) return 0
  await record(trx, actorId, 'approved contact request', id)
  const { userId, biodataId, number, deleted, isForwarded, answerBy } = approved
  const until = answerBy?.toISOString()
  const notBefore = undoableUntil(now)
  // An asker who has deleted the request would not find it on the page that the mail leads to.
  if (!deleted)
    await notify(trx, {
      to: userId,
      kind: 'request-answered',
      cause: approvalCause(id),
      about: { answer: isForwarded ? 'forwarded' : 'approved', number },
      mail: isForwarded
        ? { kind: 'family-answer', answer: 'forwarded', number, until }
        : { kind: 'contact-approved', number },
      notBefore,
    })
  if (isForwarded)
    await tellFamily(trx, { id, userId, biodataId }, 'asked', { until: answerBy ?? undefined, notBefore })
  return 1
}

interface Approved {
  userId: string
  biodataId: string
  number: number
  deleted: boolean
  isForwarded: boolean
  /** Null where the family is not asked, or on the telephone. */
  answerBy: Date | null
}

class UndoRefused extends Error {}

/**
 * Only the administrator who approved can, for `undoSeconds`. The ledger and the audit log keep their lines.
 * @returns `seen` (its owner is told) or `unseen`; `late` when it can no longer be undone; undefined without a request
 */
export async function undoApproval(db: Db, actorId: string, id: string, now: Date) {
  const undone = db.transaction().execute(async (trx) => {
    const request = await trx
      .selectFrom('contactRequests')
      .select(['userId', 'requestedAt', 'approvedAt', 'status'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!request) return undefined
    await holdRequest(trx, id, actorId)
    // Waits for a look that is under way: it is either written down then, or finds the request closed.
    const waiting = await deciding(trx, id, ['approve', 'forwarded'], {
      ...{ status: 'pending', approvedAt: null, approvedBy: null },
      ...{ forwardedAt: null, forwardedBy: null, answerBy: null },
    })
      // What the family has answered stands.
      .where('answer', 'is', null)
      .where((by) => by.or([by('approvedBy', '=', actorId), by('forwardedBy', '=', actorId)]))
      .where(sql<Date>`coalesce(approved_at, forwarded_at)`, '>', undoableSince(now))
      .executeTakeFirst()
    if (!waiting) return 'late' as const
    const { userId, requestedAt, approvedAt } = request
    const ownerId = waiting.biodataId!
    // Another server's clock may be ahead of this one: what somebody has been told cannot be undone.
    const isAskerUntold = await takeBackNotice(trx, { to: userId, kind: 'request-answered', cause: approvalCause(id) })
    const family = [ownerId, ...(await allGuardiansOf(trx, ownerId))]
    const areUntold = [isAskerUntold]
    for (const to of family)
      areUntold.push(await takeBackNotice(trx, { to, kind: 'asked', cause: forwardingCause(id) }))
    if (areUntold.includes(false)) throw new UndoRefused()
    await record(trx, actorId, 'undid approval', id)
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

/** Tells the asker, and a family that was asked. @returns 1 when this call ended it, 0 when it is not `from`, undefined without a request */
const ending =
  (from: readonly Judgeable[], to: keyof typeof whyEnded, action: Action) =>
  async (trx: Trx, actorId: string, id: string, reason: string) => {
    const request = await holdRequest(trx, id, actorId)
    if (!request) return undefined
    const end = { status: to, endedAt: sql<Date>`now()`, endedBy: actorId, endedBecause: reason }
    const ended = await deciding(trx, id, from, end).executeTakeFirst()
    if (!ended) return 0
    await giveBack(trx, request.paymentId, whyEnded[to], new Date())
    await record(trx, actorId, action, id)
    const { userId, biodataId, number, forwardedAt, answer } = ended
    if (forwardedAt && !answer) await tellFamily(trx, { id, userId, biodataId: biodataId! }, 'ended')
    await notify(trx, {
      to: userId,
      kind: 'request-answered',
      cause: `${id} ${to}`,
      about: { answer: to, number },
      mail: { kind: 'contact-refused', why: to, number, reason, hasFee: request.paymentId !== null },
    })
    return 1
  }

export const refuseRequest = ending(['pending'], 'refused', 'refused contact request')
export const takeApprovalBack = ending(['forwarded', 'approve'], 'withdrawn', 'took approval back')
