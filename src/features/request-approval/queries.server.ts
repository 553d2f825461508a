import { type NotNull, sql, type UpdateObject } from 'kysely'
import { narrowing, readSearch } from '#src/features/admin-list/index.server.ts'
import { hasSeenByRequest, lockViewer } from '#src/features/contact-ledger/index.server.ts'
import { waits } from '#src/features/contact-requests/index.server.ts'
import { undoableSince, undoableUntil, undoMsLeft } from '#src/features/contact-requests/policy.ts'
import { fitOf } from '#src/features/matching/index.server.ts'
import { notify, takeBackNotice } from '#src/features/notifications/index.server.ts'
import { whyEnded } from '#src/features/payments/policy.ts'
import { type Clock, dayOf } from '#src/platform/clock.ts'
import { type Action, record } from '#src/platform/db/audit.server.ts'
import { type Db, iso, type Trx } from '#src/platform/db/open.server.ts'
import { allRows, stated } from '#src/platform/db/rows.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import { keyset, type ListQuery, type SortKey } from '#src/platform/http/keyset.server.ts'
import { priceOf } from '#src/platform/money.ts'
import { type allRequests, type Judgement, judged, type Side } from './contract.ts'

const sortKeys = {
  name: { by: sql`lower(request.asker_name)`, type: 'text' },
  email: { by: sql`request.asker_email`, type: 'text' },
  number: { by: sql`request.number`, type: 'integer' },
  date: { by: sql`request.requested_at`, type: 'timestamptz' },
} satisfies Record<string, SortKey>

const asker = { name: sql`request.asker_name`, email: sql`request.asker_email`, sounds: sql`request.asker_sounds` }

/** For administrators, with the `key` of each row's place in the list. A number finds the biodata asked for. */
export async function findRequests(
  db: Db,
  { search, status, sort = '-date', ...wanted }: ListQuery<typeof allRequests>,
  today: string,
) {
  const order = keyset(sortKeys, sql`request.id`, { sort, ...wanted })
  const { number, words } = readSearch(search)
  const narrowed = await narrowing(db, { table: 'contact_requests', as: 'request', ...asker, order }, words)
  const listed = db
    .selectFrom('contactRequests as request')
    .select(['request.id', 'request.askerName', 'request.askerEmail', 'request.number', 'request.requestedAt'])
    // Where the fee was refunded there is nothing to approve: the biodata is deleted, or the payment was taken back.
    .where('request.biodataId', 'is not', null)
    .$if(status === undefined, (q) => q.where('request.status', 'in', judged.map(sql.lit)))
    .$if(status !== undefined, (q) => q.where('request.status', '=', sql.lit(status!)))
    .$if(number !== undefined, (q) => q.where('request.number', '=', number!))
    .$call(narrowed)
  // Joined after the page is cut: until then an index has all there is to look at.
  const page = db.selectFrom(listed.as('request')).select('request.id').$call(order.cut)
  const found = await db
    .selectFrom(page.as('page'))
    .innerJoin('contactRequests as request', 'request.id', 'page.id')
    .select(['request.id', 'request.askerName as name', 'request.askerEmail as email', 'request.number'])
    .select(['request.status', 'request.deleted', iso('request.requestedAt').as('date'), 'request.biodataId'])
    .select('request.userId as askerId')
    .$narrowType<{ status: (typeof judged)[number]; biodataId: NotNull }>()
    .select((of) => [
      order.key.as('key'),
      of.selectFrom('biodata').select('id').whereRef('id', '=', 'request.userId').as('ownBiodataId'),
      decider.as('decidedBy'),
      waits(today).as('waits'),
    ])
    .orderBy(order.orderBy)
    .execute()
  const asked = await countsByAsker(db, [...new Set(found.map((row) => row.askerId))])
  return found.map((row) => ({ ...stated(row), asked: asked.get(row.askerId) ?? 0 }))
}

/** All that each of these people ever asked for. Counted once a person: a page may be one person's requests. */
async function countsByAsker(db: Db, askers: string[]) {
  if (askers.length === 0) return new Map<string, number>()
  const counted = await allRows<{ userId: string; count: number }>(db)`
    select user_id, count(*)::int as count from contact_requests where user_id = any(${askers}) group by user_id`
  return new Map(counted.map(({ userId, count }) => [userId, count]))
}

const decider = sql<string | null>`(select name from users where id = coalesce(request.ended_by, request.approved_by))`

/** One request with both people, as an administrator judges it. @returns undefined without such a request */
export async function findJudgement(db: Db, id: string, viewerId: string, now: Date): Promise<Judgement | undefined> {
  const day = dayOf(now)
  const request = await db
    .selectFrom('contactRequests as request')
    .innerJoin('payments', 'payments.id', 'request.paymentId')
    .select(['request.id', 'request.userId', 'request.biodataId', 'request.number', 'request.status'])
    .select([iso('request.requestedAt').as('date'), 'request.approvedAt', 'request.approvedBy', 'request.deleted'])
    .select(iso<string | null>(sql`coalesce(request.ended_at, request.approved_at)`).as('decidedAt'))
    .select('request.endedBecause as because')
    .select(['payments.amount', 'payments.currency', 'payments.providerRef', 'payments.status as paymentStatus'])
    .select([waits(day).as('waits'), decider.as('decidedBy')])
    .where('request.id', '=', id)
    .executeTakeFirst()
  if (!request) return undefined
  const { userId, biodataId, approvedAt, approvedBy, amount, currency, ...row } = request
  const [asker, asked, match] = await Promise.all([
    sideOf(db, userId, now, day),
    biodataId ? sideOf(db, biodataId, now, day) : undefined,
    biodataId ? matchOf(db, userId, biodataId, day) : null,
  ])
  return (
    asker && {
      ...row,
      asker,
      asked: asked ?? null,
      match,
      undoMs: row.status === 'approve' && approvedBy === viewerId ? undoMsLeft(approvedAt!, now) : null,
      payment: { ...priceOf({ amount, currency }), status: row.paymentStatus, providerRef: row.providerRef },
    }
  )
}

/** Of each side only what the other one is shown: a private wish counts for its owner alone (REQUIREMENTS R9). */
async function matchOf(db: Db, askerId: string, askedId: string, day: string): Promise<Judgement['match']> {
  const [seenByAsker, seenByAsked] = await Promise.all([
    fitOf(db, askerId, askedId, day),
    fitOf(db, askedId, askerId, day),
  ])
  return seenByAsker && seenByAsked ? { ofAsked: seenByAsker.theirs, ofAsker: seenByAsked.theirs } : null
}

const week = 7 * 86_400_000

async function sideOf(db: Db, id: string, now: Date, day: string): Promise<Side | undefined> {
  const since = (ms: number) => new Date(now.getTime() - ms)
  const [person, biodata, { rows }] = await Promise.all([
    db
      .selectFrom('users')
      .select(['id', 'name', iso('createdAt').as('since'), 'emailVerified as isVerified'])
      .where('id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('biodata')
      .select([
        'name',
        'nameInOtherScript',
        'number',
        'gender',
        'premium',
        'published',
        'division',
        'occupation',
        'maritalStatus',
      ])
      .select(['height', 'education', 'profession', 'district', 'religion'])
      .select(sql<number>`extract(year from age(${day}::date, birth))::int`.as('age'))
      .where('id', '=', id)
      .executeTakeFirst(),
    sql<Side['requests']>`
      select count(*) filter (where user_id = ${id} and requested_at > ${since(week)})::int as week,
        count(*) filter (where user_id = ${id})::int as made,
        count(*) filter (where biodata_id = ${id})::int as received,
        count(*) filter (where biodata_id = ${id} and status = 'approve')::int as shown
      from contact_requests
      where (user_id = ${id} or biodata_id = ${id}) and requested_at > ${since((90 / 7) * week)}`.execute(db),
  ])
  return (
    person && {
      ...person,
      name: biodata?.name ?? person.name,
      nameInOtherScript: biodata?.nameInOtherScript ?? undefined,
      requests: rows[0]!,
      biodata: biodata ? stated(biodata) : null,
    }
  )
}

/** @returns undefined without such a person */
export async function findPremiumReview(db: Db, id: string, now: Date) {
  const day = dayOf(now)
  const [asker, request] = await Promise.all([
    sideOf(db, id, now, day),
    db
      .selectFrom('premium as request')
      .select(waits(day).as('waits'))
      .where('userId', '=', id)
      .where('status', '=', 'pending')
      .executeTakeFirst(),
  ])
  return asker && { asker, waits: request?.waits ?? null }
}

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
export const approveRequest = (clock: Clock) => async (trx: Trx, actorId: string, id: string) => {
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

/** Only the asker is told. @returns 1 when this call ended it, 0 when it is not `from`, undefined without a request */
const ending =
  (from: 'pending' | 'approve', to: keyof typeof whyEnded, action: Action) =>
  async (trx: Trx, actorId: string, id: string, reason: string) => {
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
