import { sql } from 'kysely'
import { type CardRow, cardColumns, formOf, toCard } from '#src/features/biodata/index.server.ts'
import type { Columns } from '#src/features/biodata/index.ts'
import { lockViewer, recordShowing } from '#src/features/contact-ledger/index.server.ts'
import { answeringCall, phoneShown } from '#src/features/contact-requests/index.server.ts'
import { givesEmail } from '#src/features/contact-requests/policy.ts'
import { contactGuardian, isGuardianFor, isSinceAcceptance, wardIn } from '#src/features/guardians/index.server.ts'
import { fitsOf } from '#src/features/matching/index.server.ts'
import { isBlockBetween } from '#src/features/safety/index.server.ts'
import { isVisibleTo } from '#src/features/safety/policy.ts'
import { dayOf } from '#src/platform/clock.ts'
import { type Db, iso, type Trx } from '#src/platform/db/open.server.ts'
import { allRows, oneRow, stated } from '#src/platform/db/rows.server.ts'
import { keyset } from '#src/platform/http/keyset.server.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import { priceOf } from '#src/platform/money.ts'
import type { AskedOf, AskedState } from './contract.ts'
import { answerBy } from './policy.ts'

const facts = [
  'name',
  'nameInOtherScript',
  'height',
  'maritalStatus',
  'district',
  'education',
  'profession',
] as const satisfies (keyof Columns)[]

/** Of a request that was forwarded. The answer of one that was withdrawn afterwards is no longer the last word. */
const state = sql<AskedState>`case
  when request.status = 'forwarded' then 'waiting'
  when request.status = 'approve' then 'yes'
  when request.answer <> 'yes' then request.answer
  else 'ended' end`

/** Of a family that the bureau was to call, and that has signed in within this minute, the time begins now. */
const endOfTime = (now: Date) => sql<Date>`coalesce(request.answer_by, ${answerBy(now)}::timestamptz)`

const hoursLeft = (now: Date) =>
  sql<number>`greatest(0, ceil(extract(epoch from ${endOfTime(now)} - ${now}::timestamptz) / 3600))::int`

/** By whom, if not by the owner: an account that is gone has no name. */
const answeredBy = sql<string | null>`(
  select name from users where id = request.answered_by and id <> request.biodata_id)`

const answeredAs = (viewerId: string) => sql<AskedOf['answeredAs']>`case request.answered_by
  when ${viewerId} then 'caller' when request.biodata_id then 'owner'
  else case when request.answered_by is not null then 'another' end end`

const forwarded = (db: Db, viewerId: string, now: Date) =>
  db
    .selectFrom('contactRequests as request')
    .select(['request.id', 'request.userId', 'request.askerName', state.as('state')])
    .select([iso('request.forwardedAt').as('forwardedAt'), iso(endOfTime(now)).as('answerBy')])
    .select(hoursLeft(now).as('hoursLeft'))
    .select(iso<string | null>('request.answeredAt').as('answeredAt'))
    .select(iso<string | null>('request.firstSeenAt').as('seenAt'))
    .select([
      'request.biodataId as ownerId',
      answeredBy.as('answeredBy'),
      answeredAs(viewerId).as('answeredAs'),
      answeringCall.as('byTelephone'),
    ])
    .where('request.forwardedAt', 'is not', null)
    .$narrowType<{ ownerId: string }>()

/** The biodata of those askers whom the viewer finds, as a list shows them, and how each fits the owner. */
async function askersFor(db: Db, viewer: Member, ownerId: string, ids: string[], today: string) {
  if (ids.length === 0) return () => ({ asker: null, fit: undefined })
  const columns = new Set([...cardColumns, ...facts])
  const rows = await allRows<CardRow & Pick<Columns, (typeof facts)[number]>>(db)`
    select ${sql.join([...columns].map((name) => sql.ref(name)))} from published_biodata where id = any(${ids}::uuid[])`
  const fitTo = await fitsOf(db, ownerId, ids, today)
  const found = new Map(
    rows
      .filter((row) => isVisibleTo(viewer, { ...row, published: true }))
      .map((row) => [row.id, { ...toCard<CardRow>(today, row), ...formOf(facts, row) }]),
  )
  return (id: string) => {
    const asker = found.get(id) ?? null
    return { asker, fit: asker ? fitTo(id) : undefined }
  }
}

/** Of one's own, or, as their guardian, of a ward since the acceptance. @returns undefined without that guardianship */
export async function listAsked(
  db: Db,
  viewer: Member,
  guardianship: string | undefined,
  wanted: { limit: number; after?: string | undefined },
  now: Date,
) {
  const at = { by: sql`request.forwarded_at`, type: 'timestamptz' } as const
  const order = keyset({ at }, sql`request.id`, { ...wanted, sort: '-at' })
  const ward = guardianship ? await wardIn(db, viewer.userId, guardianship) : undefined
  if (guardianship && !ward) return undefined
  const ownerId = ward?.wardId ?? viewer.userId
  const rows = await forwarded(db, viewer.userId, now)
    .where('request.biodataId', '=', ownerId)
    .$if(ward !== undefined, (q) => q.where(isSinceAcceptance(viewer.userId, sql`request`)))
    .select(order.key.as('key'))
    .$call(order.cut)
    .execute()
  const of = await askersFor(db, viewer, ownerId, [...new Set(rows.map(({ userId }) => userId))], dayOf(now))
  return rows.map(({ userId, ownerId: _, ...row }) => ({ ...row, ...of(userId) }))
}

export const countWaiting = (db: Db, ownerId: string) =>
  oneRow<{ count: number }>(db)`
    select count(*)::int as count from contact_requests
    where biodata_id = ${ownerId} and forwarded_at is not null and status = 'forwarded'`

/** As {@link listAsked}. The month is that of Bangladesh. */
export async function countAsked(db: Db, viewerId: string, guardianship: string, now: Date) {
  const ward = await wardIn(db, viewerId, guardianship)
  if (!ward) return undefined
  const month = `${dayOf(now).slice(0, 7)}-01`
  return oneRow<{ thisMonth: number; shared: number; notNow: number }>(db)`
    select count(*) filter (where forwarded_at >= ${month}::date::timestamp at time zone 'Asia/Dhaka')::int as this_month,
      count(*) filter (where ${state} = 'yes')::int as shared, count(*) filter (where ${state} = 'not now')::int as not_now
    from contact_requests request
    where biodata_id = ${ward.wardId} and ${isSinceAcceptance(viewerId, sql`request`)}`
}

const contactOf = (db: Db, id: string, sendsMail: boolean) =>
  db
    .selectFrom('users')
    .leftJoin('biodata', 'biodata.id', 'users.id')
    .select(['users.email', 'users.emailVerified as isVerified', 'biodata.phone'])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow()
    .then(({ email, isVerified, phone }) => ({ phone, email: givesEmail({ isVerified, sendsMail }) ? email : null }))

/** The asker’s contact is shown as long as the yes stands and both find each other. @returns undefined for no such request */
export const readAsked = (db: Db, viewer: Member, id: string, { now, sendsMail }: { now: Date; sendsMail: boolean }) =>
  db.transaction().execute(async (trx) => {
    // Before it is read: a yes that is taken back meanwhile waits, or is found.
    await lockViewer(trx, viewer.userId)
    const row = await forwarded(trx, viewer.userId, now)
      .where(mayRead(viewer.userId))
      .innerJoin('biodata', 'biodata.id', 'request.biodataId')
      .leftJoin('payments', 'payments.id', 'request.paymentId')
      .select(phoneShown.as('phoneShown'))
      .select(['request.introduction', 'request.sharesContact', 'payments.amount', 'payments.currency'])
      .select(
        sql<boolean>`(request.biodata_id = ${viewer.userId} or ${isGuardianFor(viewer.userId, sql`request.biodata_id`, 'answer')})`.as(
          'mayAnswer',
        ),
      )
      .where('request.id', '=', id)
      .forShare('request')
      .executeTakeFirst()
    if (!row) return undefined
    const { userId, ownerId, amount, currency, mayAnswer, sharesContact, phoneShown: phone, ...asked } = row
    const { asker, fit } = (await askersFor(trx, viewer, ownerId, [userId], dayOf(now)))(userId)
    const isOwn = ownerId === viewer.userId
    const isOpen =
      asked.state === 'yes' && mayAnswer && sharesContact && (await areApart(trx, userId, ownerId)) === false
    const theirs = isOpen ? await shownContactOf(trx, userId, sendsMail) : null
    const isMineShown = isOwn || (mayAnswer && (asked.state === 'waiting' || asked.state === 'yes'))
    const mine = isMineShown ? await shownContactOf(trx, ownerId, sendsMail) : null
    if (theirs) await recordShowing(trx, viewer.userId, 'answer', [userId])
    return {
      ...asked,
      asker,
      fit,
      fee: amount === null || currency === null ? null : priceOf({ amount, currency }),
      theirs,
      mayAnswer,
      of: isOwn ? null : await wardOf(trx, viewer.userId, ownerId),
      sharesTheirs: sharesContact,
      mine: mine && asked.state === 'yes' ? { ...mine, phone } : mine,
      contacts: isOwn && asked.state === 'waiting' ? await contactsOf(trx, ownerId) : null,
    }
  })

/** As others see it: the phone may be a guardian's. */
async function shownContactOf(trx: Trx, id: string, sendsMail: boolean) {
  const own = await contactOf(trx, id, sendsMail)
  return { ...own, phone: (await contactGuardian(trx, id))?.phone ?? own.phone }
}

/** Between which the owner may choose. */
async function contactsOf(trx: Trx, ownerId: string) {
  const guardian = await contactGuardian(trx, ownerId)
  if (!guardian) return null
  const { phone: own } = await trx
    .selectFrom('biodata')
    .select('phone')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  const { name, relation, phone } = guardian
  return { own, guardian: { name, relation, phone } }
}

const wardOf = (trx: Trx, guardianId: string, wardId: string) =>
  trx
    .selectFrom('guardianships')
    .innerJoin('biodata', 'biodata.id', 'guardianships.wardId')
    .select(['guardianships.id', 'biodata.name', 'biodata.nameInOtherScript'])
    .where((row) => row.and({ guardianId, wardId }))
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
    .then(stated)

/** Of a request: it is for one's own contact, or that of a ward, since the acceptance. */
const mayRead = (viewerId: string) => sql<boolean>`(request.biodata_id = ${viewerId}
  or ${isSinceAcceptance(viewerId, sql`request`)})`

/** A block, a suspension, and an owner who shows the contact to nobody close both contacts. A pause of the asker does not. */
async function areApart(trx: Trx, askerId: string, ownerId: string) {
  const { apart } = await oneRow<{ apart: boolean }>(trx)`
    select ${isBlockBetween(askerId, ownerId)}
      or (select suspended_at is not null from users where id = ${askerId})
      or (select contact_for = 'nobody' or not published from biodata where id = ${ownerId}) as apart`
  return apart
}
