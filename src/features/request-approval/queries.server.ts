import { type NotNull, sql } from 'kysely'
import { narrowing, readSearch } from '#src/features/admin-list/index.server.ts'
import { waits } from '#src/features/contact-requests/index.server.ts'
import { isAskedFirst, undoMsLeft } from '#src/features/contact-requests/policy.ts'
import { callsOf, isForBureau } from '#src/features/family-answers/index.server.ts'
import { fitOf } from '#src/features/matching/index.server.ts'
import { dayOf } from '#src/platform/clock.ts'
import { type Db, iso } from '#src/platform/db/open.server.ts'
import { allRows, stated } from '#src/platform/db/rows.server.ts'
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
      isForBureau(sql`request`).as('isForBureau'),
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

const decider = sql<
  string | null
>`(select name from users where id = coalesce(request.ended_by, request.approved_by, request.forwarded_by))`

/** One request with both people, as an administrator judges it. @returns undefined without such a request */
export async function findJudgement(db: Db, id: string, viewerId: string, now: Date): Promise<Judgement | undefined> {
  const day = dayOf(now)
  const request = await db
    .selectFrom('contactRequests as request')
    .leftJoin('payments', 'payments.id', 'request.paymentId')
    .leftJoin('biodata', 'biodata.id', 'request.biodataId')
    .select(['request.id', 'request.userId', 'request.biodataId', 'request.number', 'request.status'])
    .select(['request.introduction', 'request.answer', 'biodata.contactFor'])
    .select(iso<string | null>('request.answerBy').as('answerBy'))
    .select(sql<Date | null>`coalesce(request.forwarded_at, request.approved_at)`.as('approvedAt'))
    .select(sql<string | null>`coalesce(request.forwarded_by, request.approved_by)`.as('approvedBy'))
    .select([iso('request.requestedAt').as('date'), 'request.deleted'])
    .select(
      iso<string | null>(sql`coalesce(request.ended_at, request.forwarded_at, request.approved_at)`).as('decidedAt'),
    )
    .select('request.endedBecause as because')
    .select(['payments.amount', 'payments.currency', 'payments.providerRef', 'payments.status as paymentStatus'])
    .select([waits(day).as('waits'), decider.as('decidedBy'), isForBureau(sql`request`).as('isForBureau')])
    .select(sql<boolean>`has_signed_in(request.biodata_id)`.as('answersHere'))
    .where('request.id', '=', id)
    .executeTakeFirst()
  if (!request) return undefined
  const { userId, biodataId, approvedAt, approvedBy, contactFor, answer, answersHere, ...rest } = request
  const { amount, currency, paymentStatus, providerRef, ...row } = rest
  const isUndoable = row.status === 'forwarded' || (row.status === 'approve' && answer === null)
  const asksFamily = contactFor !== null && isAskedFirst(contactFor)
  const [asker, asked, match, calls] = await Promise.all([
    sideOf(db, userId, now, day),
    biodataId ? sideOf(db, biodataId, now, day) : undefined,
    biodataId ? matchOf(db, userId, biodataId, day) : null,
    callsOf(db, id),
  ])
  return (
    asker && {
      ...row,
      asker,
      asked: asked ?? null,
      match,
      calls,
      asksFamily,
      mustBeCalled: asksFamily && !answersHere,
      undoMs: isUndoable && approvedBy === viewerId ? undoMsLeft(approvedAt!, now) : null,
      payment:
        amount === null || currency === null || paymentStatus === null
          ? null
          : { ...priceOf({ amount, currency }), status: paymentStatus, providerRef },
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
