import { sql } from 'kysely'
import { contactAllowance, lockViewer, recordShowing } from '#src/features/contact-ledger/index.server.ts'
import { premiumLimit } from '#src/features/contact-ledger/policy.ts'
import { guardiansPhone, guardiansRelation, isGuardianFor } from '#src/features/guardians/index.server.ts'
import { queueMailToAdmins } from '#src/features/mail/index.server.ts'
import type { Fulfilment, Payment } from '#src/features/payments/index.server.ts'
import { whyRefunded } from '#src/features/payments/policy.ts'
import { isBlockBetween } from '#src/features/safety/index.server.ts'
import { isVisibleTo } from '#src/features/safety/policy.ts'
import { providerId as byHand } from '#src/features/send-money/index.server.ts'
import { suspendedBecause } from '#src/features/users/index.server.ts'
import type { Relation, WithWhom } from '#src/features/users/policy.ts'
import { dayOf } from '#src/platform/clock.ts'
import { type Db, iso, type Trx } from '#src/platform/db/open.server.ts'
import { allRows, countWritten, oneRow, stated } from '#src/platform/db/rows.server.ts'
import { keyset } from '#src/platform/http/keyset.server.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import { priceOf, type Wallet } from '#src/platform/money.ts'
import type { PaidWith } from './contract.ts'
import { forgetIntroduction } from './introductions.server.ts'
import { givesEmail, opensContact } from './policy.ts'
import { unansweredOf } from './unanswered-policy.ts'

export type LiveStatus = 'pending' | 'forwarded' | 'approve'
/** Of a request that has not ended: its money did not go back. Written out, or no statement finds the index of such rows. */
const isLive = sql<boolean>`status in ('pending', 'forwarded', 'approve')`

/** Of a row of `biodata`: the status of this person's request for it, hidden from the list or not; null for none. */
export const requestStatusOf = (userId: string) => sql<LiveStatus | null>`(
  select status from contact_requests request
  where request.user_id = ${userId} and request.biodata_id = biodata.id
    and ${isLive})`

/** Whose number this person's request opened: a guardian's, or the owner's own by the choice at the yes (REQUIREMENTS U2). */
export const openedBy = async (db: Db, userId: string, biodataId: string) =>
  (
    await allRows<{ byGuardian: boolean; showsOwn: boolean }>(db)`
      select by_guardian, shows_own from contact_requests
      where user_id = ${userId} and biodata_id = ${biodataId} and status = 'approve'`
  )[0]

/** The request of a person for a biodata, hidden from the list or not; one that has ended is none. */
export const findRequest = (db: Db, userId: string, biodataId: string) =>
  db
    .selectFrom('contactRequests')
    .select(['id', 'status'])
    .where((request) => request.and({ userId, biodataId }))
    .where(isLive)
    .executeTakeFirst()

/**
 * The look by which a fee is earned; pass the transaction that reads the contacts. It bars an undo, and an end of the
 * request, until that ends.
 * @returns those of these biodata whose contact is still open to the viewer by a request
 */
export async function lookByRequest(trx: Trx, viewerId: string, biodataIds: readonly string[]) {
  if (biodataIds.length === 0) return []
  await lockViewer(trx, viewerId)
  // In the order in which `end_waiting` takes them.
  const open = await allRows<{ biodataId: string }>(trx)`
    select biodata_id from contact_requests
    where user_id = ${viewerId} and biodata_id = any(${biodataIds}::uuid[]) and status = 'approve'
    order by id for no key update`
  const ids = open.map(({ biodataId }) => biodataId)
  await sql`
    update contact_requests set first_seen_at = now()
    where user_id = ${viewerId} and biodata_id = any(${ids}::uuid[]) and status = 'approve' and first_seen_at is null`.execute(
    trx,
  )
  await recordShowing(trx, viewerId, 'request', ids)
  return ids
}

export const findAsked = (db: Db, by: 'id' | 'number', value: string | number) =>
  db.selectFrom('biodata').select(['id', 'number', 'published', 'contactFor']).where(by, '=', value).executeTakeFirst()

/** A no, no answer and a yes taken back bar the asker for so long (REQUIREMENTS O4). */
const askedAgainAfter = sql`interval '90 days'`

/** Whether this family has answered this person lately, and not with a yes that stands. */
const isAnsweredLately = (userId: string, biodataId: string, now: Date) => sql<boolean>`exists (
  select from contact_requests answered
  where answered.user_id = ${userId} and answered.biodata_id = ${biodataId}
    and answered.answer <> 'yes' and answered.answered_at > ${now}::timestamptz - ${askedAgainAfter})`

export type Asked = NonNullable<Awaited<ReturnType<typeof findAsked>>>

export const findPaid = (db: Db, askerEmail: string, number: number) =>
  allRows(db)`
    select from contact_requests
    where asker_email = ${askerEmail} and number = ${number} and biodata_id is not null and ${isLive}`

export const wasAnsweredLately = async (db: Db, userId: string, biodataId: string, now: Date) =>
  (await oneRow<{ isLate: boolean }>(db)`select ${isAnsweredLately(userId, biodataId, now)} as is_late`).isLate

/** @returns undefined where there is a request already, or nobody to ask @param paymentId null: without a fee */
async function insertRequest(
  trx: Trx,
  { userId, biodataId, paymentId }: { userId: string; biodataId: string; paymentId: string | null },
  now: Date,
) {
  // Somebody hidden, closed or blocked meanwhile is not asked; a suspended asker asks nobody. Somebody who steps back or is
  // suspended right now has gone, or this request is found and ended. Without a fee only families are asked, by premium members.
  const [inserted] = await allRows<{ id: string; number: number }>(trx)`
    insert into contact_requests (user_id, biodata_id, payment_id, shares_contact, introduction)
    select asker.id, asked.id, ${paymentId}::uuid, asked.contact_for in ('ask', 'ask guardian'), (
      select words from introductions where user_id = asker.id and biodata_id = asked.id)
    from published_biodata asked join users asker on asker.id = ${userId}
    where asked.id = ${biodataId} and asked.contact_for <> 'nobody' and asker.suspended_at is null
      and not ${isBlockBetween(userId, biodataId)} and not ${isAnsweredLately(userId, biodataId, now)}
      and not ${isGuardianFor(userId, biodataId, 'see')} and not ${isGuardianFor(biodataId, userId, 'see')}
      and (${paymentId}::uuid is not null or asked.contact_for in ('ask', 'ask guardian') and exists (
        select from premium where user_id = asker.id and status = 'approve'))
    for share of asked, asker
    on conflict do nothing
    returning id, number`
  if (!inserted) return undefined
  await forgetIntroduction(trx, userId, biodataId)
  await queueMailToAdmins(trx, { kind: 'new-request', request: 'contact', number: inserted.number })
  return inserted
}

/** @returns when another contact of the day opens where all are used, undefined as {@link insertRequest} */
export const askWithoutFee = (db: Db, userId: string, biodataId: string, mostADay: number, now: Date) =>
  db.transaction().execute(async (trx) => {
    await lockViewer(trx, userId)
    const { opensAt, opensInSeconds } = await contactAllowance(trx, userId, biodataId, premiumLimit(mostADay))
    if (opensAt) return { opensInSeconds }
    return insertRequest(trx, { userId, biodataId, paymentId: null }, now)
  })

/** One request per person and biodata, however many record it at once. */
const recordRequest: Fulfilment['deliver'] = async (trx, payment, now) => {
  const inserted = await insertRequest(trx, { ...payment, paymentId: payment.id }, now)
  if (inserted) return { id: inserted.id, outcome: 'new' }
  // By its own payment even without its biodata, which may be deleted by now.
  const [existing] = await allRows<{ id: string; paymentId: string }>(trx)`
    select id, payment_id from contact_requests
    where payment_id = ${payment.id} or user_id = ${payment.userId} and biodata_id = ${payment.biodataId} and ${isLive}`
  if (existing?.paymentId === payment.id) return { id: existing.id, outcome: 'by-this-payment' }
  if (existing) return { outcome: 'none', because: whyRefunded({ isBought: true }) }
  if (await wasAnsweredLately(trx, payment.userId, payment.biodataId, now))
    return { outcome: 'none', because: 'declined' }
  const asked = await trx.selectFrom('biodata').select('id').where('id', '=', payment.biodataId).executeTakeFirst()
  const payer = (await suspendedBecause(trx, payment.userId)) ? 'suspended' : undefined
  return { outcome: 'none', because: whyRefunded({ payer, asked: asked ? 'hidden' : 'gone' }) }
}

export const contactRequests: Fulfilment = {
  deliver: recordRequest,
  withdraw: (trx, { id }) =>
    sql`
    update contact_requests set status = 'withdrawn', ended_at = now()
    where payment_id = ${id} and ${isLive}`.execute(trx),
}

/** Where money that was sent by hand came from; null for every other way to pay. */
const sentFrom = sql<{ wallet: Wallet; lastDigits: string | null } | null>`
  case when payments.provider = ${sql.lit(byHand)} then (
    select json_build_object('wallet', claim.wallet, 'lastDigits', claim.last_digits) from transfer_claims claim
    where claim.payment_id = payments.id and claim.state = 'confirmed'
    order by claim.decided_at desc limit 1) end`

/** Of a row of `request`: the call in which its family answered the bureau. */
export const answeringCall = sql<{ on: string; withWhom: WithWhom } | null>`(
  select json_build_object('on', called_on, 'withWhom', with_whom) from family_calls
  where request_id = request.id and said in ('yes', 'not now'))`

const paidWith = (provider: string, wallet?: Wallet): PaidWith | undefined =>
  wallet ?? (provider === 'stripe' ? undefined : 'gateway')

/** Of a row of `request` and its `biodata`: as the owner chose, and a guardian's where it was one when the contact was opened. */
export const phoneShown = sql<
  string | null
>`case when request.shows_own then biodata.phone when request.by_guardian then ${guardiansPhone} else coalesce(${guardiansPhone}, biodata.phone) end`

/** Of a row of `request`: its asker has reported this person, by this request or another (REQUIREMENTS T3). */
const wasReported = sql<boolean>`exists (
  select from unanswered_reports said where said.reporter_id = request.user_id and said.owner_id = request.biodata_id)`

/** Calendar days from the day a request was asked for up to `today`. */
export const waits = (today: string) =>
  sql<number>`greatest(0, ${today}::date - (request.requested_at at time zone 'Asia/Dhaka')::date)`

/**
 * The latest first; the last row up to `limit` only tells of a next page. Payers read the names of whom they still find,
 * and a contact shown is a look at it. `isOfAll`: of all payers, for an administrator, without anybody's contact. `isShort`:
 * only where each stands, without contacts.
 */
export const listRequests = (
  db: Db,
  viewer: Member,
  { isOfAll, isShort, ...wanted }: { isOfAll: boolean; isShort: boolean; limit: number; after?: string | undefined },
  { now, sendsMail, currency: feeCurrency }: { now: Date; sendsMail: boolean; currency: string },
) =>
  db.transaction().execute(async (trx) => {
    const date = { by: sql`request.requested_at`, type: 'timestamptz' } as const
    const order = keyset({ date }, sql`request.id`, { ...wanted, sort: '-date' })
    const found = await trx
      .selectFrom('contactRequests as request')
      .leftJoin('biodata', 'biodata.id', 'request.biodataId')
      .leftJoin('users as owner', 'owner.id', 'biodata.id')
      .leftJoin('payments', 'payments.id', 'request.paymentId')
      .leftJoin('unansweredReports as report', 'report.requestId', 'request.id')
      .select(['request.id', 'request.askerName as name', 'request.askerEmail as email', 'request.number'])
      .select(['request.biodataId', 'biodata.name as biodataName', 'request.status', 'request.deleted'])
      .select('biodata.nameInOtherScript as biodataNameInOtherScript')
      .select([iso<string | null>('request.approvedAt').as('approvedAt'), 'payments.amount', 'payments.currency'])
      .select([iso<string | null>('request.endedAt').as('endedAt'), 'request.endedBecause', 'request.answer'])
      .select([iso<string | null>('request.forwardedAt').as('forwardedAt')])
      .select([iso<string | null>('request.answerBy').as('answerBy')])
      .select(['payments.providerRef', 'payments.status as paid', 'payments.updatedAt as paidAt'])
      .select(['payments.provider', sentFrom.as('sentFrom')])
      .select(['biodata.published', 'biodata.contactFor', 'owner.email as ownerEmail'])
      .select([phoneShown.as('phone'), 'biodata.gender'])
      .select(sql<Relation | null>`case when not request.shows_own then ${guardiansRelation} end`.as('phoneOf'))
      .select(answeringCall.as('byTelephone'))
      .select(['owner.emailVerified as isVerified', iso('request.requestedAt').as('date')])
      .select([order.key.as('key'), waits(dayOf(now)).as('waits')])
      .select(['report.outcome', 'report.reportedAt', 'request.firstSeenAt'])
      .select(wasReported.as('reportedBefore'))
      .$if(!isOfAll, (q) => q.where('request.userId', '=', viewer.userId).where('request.deleted', '=', false))
      .$call(order.cut)
      .execute()
    const rows = found.map(({ published, contactFor, phone, phoneOf, gender, ownerEmail, isVerified, ...standing }) => {
      const { outcome: _outcome, reportedAt: _at, reportedBefore: _before, firstSeenAt: _seen, ...row } = standing
      const { biodataId: id, number } = row
      const isFound = id !== null && isVisibleTo(viewer, { id, number, published: !!published })
      const isOpen = !isOfAll && isFound && contactFor !== null && opensContact(row, { id, contactFor })
      const email = (givesEmail({ isVerified: !!isVerified, sendsMail }) && ownerEmail) || undefined
      const ofGuardian = (phone && phoneOf && gender && { relation: phoneOf, gender }) || undefined
      const unanswered = isOfAll || isShort ? undefined : unansweredOf(standing, isOpen && !!phone, now)
      return {
        row,
        isFound,
        unanswered,
        contact: isOpen ? { id, phone: phone ?? undefined, phoneOf: ofGuardian, email } : undefined,
      }
    })
    const looked = isShort ? [] : rows.slice(0, order.limit - 1).flatMap(({ contact }) => contact?.id ?? [])
    // Ended since it was read, or its approval undone: then nothing is shown.
    const open = new Set(await lookByRequest(trx, viewer.userId, looked))
    return rows.map(
      ({
        row: { paid, paidAt, provider, sentFrom, amount, currency, answer, ...row },
        isFound,
        contact,
        unanswered,
      }) => {
        const shown = contact && open.has(contact.id) ? contact : undefined
        return {
          ...stated(row),
          ...priceOf({ amount: amount ?? 0, currency: currency ?? feeCurrency }),
          providerRef: row.providerRef ?? '',
          // The family's question is no part of the specification: until a yes its clients read that the request waits.
          status: row.status === 'forwarded' ? ('pending' as const) : row.status,
          isOver: answer === 'over' || undefined,
          isOpen: isShort && contact ? (true as const) : undefined,
          paidWith: provider === null ? undefined : paidWith(provider, sentFrom?.wallet),
          paidFrom: (!isOfAll && sentFrom?.lastDigits) || undefined,
          // The fee has gone back once the provider says so, and not before.
          refund:
            paid !== null && paidAt !== null && isGoingBack(paid)
              ? { done: paid !== 'refund_due', at: paidAt.toISOString() }
              : undefined,
          biodataId: row.biodataId ?? undefined,
          biodataName: (isFound && row.biodataName) || '',
          biodataNameInOtherScript: (isFound && row.biodataNameInOtherScript) || undefined,
          contactPhone: shown?.phone,
          contactPhoneOf: shown?.phoneOf,
          contactEmail: shown?.email,
          unanswered: unanswered === 'may' && !shown ? undefined : unanswered,
        }
      },
    )
  })

const isGoingBack = (status: Payment['status']) => ['refund_due', 'refunded', 'disputed'].includes(status)

/** @returns 1 when this call hid or restored it, 0 when it was so before, undefined when it is not this person's */
export async function setHidden(db: Db, userId: string, id: string, deleted: boolean) {
  const changed = await countWritten(db)`
    update contact_requests set deleted = ${deleted} where id = ${id} and user_id = ${userId} and deleted <> ${deleted}`
  if (changed) return changed
  const own = db.selectFrom('contactRequests').select('id').where('id', '=', id).where('userId', '=', userId)
  return (await own.executeTakeFirst()) && 0
}

/** Fewer cases say nothing about the next one; more, approved or refused, only cost reading. */
const [leastCases, mostCases] = [5, 200]

/** Days within which half of the latest requests of the last thirty days were decided; null for too few of them. */
export async function usualWait(db: Db, now: Date) {
  const since = new Date(now.getTime() - 30 * 86_400_000)
  const { cases, days } = await oneRow<{ cases: number; days: number | null }>(db)`
    select count(*)::int as cases, ceil(percentile_cont(0.5) within group (order by seconds) / 86400)::int as days
    from (
      (select extract(epoch from coalesce(forwarded_at, approved_at) - requested_at) as seconds from contact_requests
        where approved_at > ${since} order by approved_at desc limit ${sql.lit(mostCases)})
      union all
      (select extract(epoch from ended_at - requested_at) from contact_requests
        where status = 'refused' and ended_at > ${since} order by ended_at desc limit ${sql.lit(mostCases)})
    ) decided`
  return cases < leastCases ? null : Math.max(1, days ?? 1)
}
