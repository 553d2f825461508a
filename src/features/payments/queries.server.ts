import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import * as z from 'zod/mini'
import { isFound, matching, personOf, readSearch } from '#src/features/admin-list/index.server.ts'
import { queueMailToAdmins } from '#src/features/mail/index.server.ts'
import { notify } from '#src/features/notifications/index.server.ts'
import { record } from '#src/platform/db/audit.server.ts'
import { agoFrom, type Db, iso, type Trx } from '#src/platform/db/open.server.ts'
import { allRows, countWritten, stated } from '#src/platform/db/rows.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import { keyset, type ListQuery, type SortKey } from '#src/platform/http/keyset.server.ts'
import { priceOf } from '#src/platform/money.ts'
import { type allPayments, type FindingKind, type PaymentRow, type PaymentState, refundTrouble } from './contract.ts'
import { daysUnnamed } from './policy.ts'
import type { ProviderPayment } from './provider.ts'
import { paymentIdOf } from './reference.ts'
import { endRefundsByHand } from './refunds.server.ts'

export type Payment = Selectable<Schema['payments']>

type Wanted = { userId: string; biodataId: string | null; provider: string }

/** The one open payment of a person for a biodata by one way to pay: three tabs share it. */
export const findOpenPayment = (db: Db, { userId, biodataId, provider }: Wanted) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where((payment) => payment.and({ userId, provider }))
    .where('biodataId', 'is not distinct from', biodataId)
    .where(sql<boolean>`status in ('created', 'claimed', 'review')`)
    .executeTakeFirst()

/** Opens it, unless another tab was faster. @returns undefined when that one is no longer open either */
export async function openPayment(
  db: Db,
  payment: Wanted & { amount: number; currency: string; declinesKey: string; askAfter: Date | null; createdAt: Date },
) {
  const inserted = await db
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return inserted ?? (await findOpenPayment(db, payment))
}

const update = (db: Db, id: string, change: Updateable<Schema['payments']>) =>
  db
    .updateTable('payments')
    .set({ ...change, ...(change.status && { declinesKey: null }), updatedAt: sql`now()` })
    .where('id', '=', id)

export const updatePayment = (db: Db, id: string, change: Updateable<Schema['payments']>) =>
  update(db, id, change).execute()

/** Notes the provider's id; a payment keeps the first one it got. */
export const setProviderRef = (db: Db, id: string, providerRef: string) =>
  update(db, id, { providerRef }).where('providerRef', 'is', null).execute()

export const cancelPayment = (db: Db, id: string) =>
  update(db, id, { status: 'canceled' }).where('status', '=', 'created').execute()

const paymentsOf = (db: Db, provider: string) => db.selectFrom('payments').selectAll().where('provider', '=', provider)

export const findPayment = (db: Db, provider: string, providerRef: string) =>
  paymentsOf(db, provider).where('providerRef', '=', providerRef).executeTakeFirst()

/** By the reference that its payer came back with. */
export async function findReferred(db: Db, reference: string) {
  const id = paymentIdOf(reference)
  return id === undefined ? undefined : db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
}

/** By the provider's id alone: each provider has a form of its own. */
export const findByRef = (db: Db, providerRef: string) =>
  db.selectFrom('payments').selectAll().where('providerRef', '=', providerRef).executeTakeFirst()

/** Serializes settling until the transaction ends. Our own id finds a payment whose `providerRef` was never noted. */
export async function lockPayment(trx: Trx, provider: string, { providerRef, paymentId }: ProviderPayment) {
  const payments = paymentsOf(trx, provider).forUpdate()
  const known = await payments.where('providerRef', '=', providerRef).executeTakeFirst()
  if (known || !paymentId || !z.safeParse(z.uuid(), paymentId).success) return known
  const unnamed = await payments.where('id', '=', paymentId).where('providerRef', 'is', null).executeTakeFirst()
  if (unnamed) await setProviderRef(trx, unnamed.id, providerRef)
  return unnamed
}

/** What has waited so long is due to go back, and its payer is told. What is being settled at this moment is not. */
export const refundUnassigned = (db: Db, now: Date) =>
  db.transaction().execute(async (trx) => {
    const { rows: over } = await sql<Pick<Payment, 'id' | 'userId'>>`
      update payments set status = 'refund_due', refund_because = 'not named', updated_at = now()
      where id in (
        select id from payments
        where status = 'succeeded' and biodata_id is null and updated_at < ${agoFrom(now, `${daysUnnamed} days`)}
        for update skip locked
      ) returning id, user_id`.execute(trx)
    const because = 'not named' as const
    const notice = { kind: 'fee-returned', about: { because }, mail: { kind: 'fee-goes-back', because } } as const
    for (const { id, userId } of over) if (userId) await notify(trx, { ...notice, to: userId, cause: id })
  })

/** A paid payment of a person that was begun without naming a biodata and has not bought anything yet. */
export async function findUnassigned(db: Db, userId: string, provider: string) {
  const [paid] = await allRows<{ providerRef: string | null }>(db)`
    select provider_ref from payments
    where user_id = ${userId} and biodata_id is null and provider = ${provider} and status = 'succeeded'`
  return paid?.providerRef ?? undefined
}

/** How long one server alone completes a payment. */
const completesWithinMs = 60_000

/** @returns whether this caller is the one that completes it */
export const claimCompletion = async (db: Db, id: string, now: Date) =>
  (await countWritten(db)`
    update payments set completing_until = ${new Date(now.getTime() + completesWithinMs)}
    where id = ${id} and status = 'created' and (completing_until is null or completing_until <= ${now})`) > 0

export const paymentsToAsk = (db: Db, provider: string, now: Date) =>
  paymentsOf(db, provider)
    .where('askAfter', '<=', now)
    .where('status', 'in', ['created', 'review', 'canceled'])
    .orderBy('askAfter')
    .execute()

const untilLookedAtMs = 86_400_000

/** Without a `next` time one that is open ends unpaid, and one that somebody has to look at is asked about a day later. */
export async function setNextAsk(db: Db, id: string, next: Date | undefined, now: Date) {
  const later = next ?? new Date(now.getTime() + untilLookedAtMs)
  await countWritten(db)`
    update payments set times_asked = times_asked + 1, ask_after = case status when 'review' then ${later}::timestamptz else ${next ?? null}::timestamptz end
    where id = ${id} and status in ('created', 'review', 'canceled')`
  if (!next) await cancelPayment(db, id)
}

export const findEvent = (db: Db, provider: string, eventId: string) =>
  allRows(db)`select from provider_events where provider = ${provider} and event_id = ${eventId}`

export const noteEvent = async (db: Db, provider: string, eventId: string, type: string) =>
  (await countWritten(db)`
    insert into provider_events (provider, event_id, type) values (${provider}, ${eventId}, ${type})
    on conflict do nothing`) > 0

/** Up to when everything was looked at, by the provider's clock. */
export const findSweep = (db: Db, provider: string) =>
  db.selectFrom('paymentSweeps').select('sweptUntil').where('provider', '=', provider).executeTakeFirst()

export const setSweptUntil = (db: Db, provider: string, sweptUntil: Date) =>
  countWritten(db)`
    insert into payment_sweeps (provider, swept_until) values (${provider}, ${sweptUntil})
    on conflict (provider) do update set swept_until = excluded.swept_until`

/** Mails all administrators, once per payment and kind; about a refund that fails each time it comes back. */
export async function noteFinding(db: Db, finding: Omit<Insertable<Schema['paymentFindings']>, 'id' | 'foundAt'>) {
  const { provider, providerRef, kind, amount, currency, detail = null } = finding
  const noted = await countWritten(db)`
    insert into payment_findings as known (provider, provider_ref, kind, amount, currency, detail)
    values (${provider}, ${providerRef}, ${kind}, ${amount}, ${currency}, ${detail})
    on conflict (provider, provider_ref, kind) do update set detail = excluded.detail, found_at = now(), done_at = null
    where known.done_at is not null and ${refundTrouble.includes(kind) || kind === 'claimed twice'}`
  if (noted) await queueMailToAdmins(db, { kind: 'payment-finding', finding: kind })
}

/** There is nothing left to look at. */
export const endFindings = (
  trx: Trx,
  { provider, providerRef }: Pick<Payment, 'provider' | 'providerRef'>,
  kind: FindingKind,
) =>
  countWritten(trx)`
    update payment_findings set done_at = now()
    where provider = ${provider} and provider_ref = ${providerRef} and kind = ${kind} and done_at is null`

/** Where a finding stands in their list: what waits by its id, and behind that what was dealt with, the latest first. */
const placeOf = sql<number>`case when finding.done_at is null then finding.id else -finding.id end::float8`
const isInReview = sql<boolean>`coalesce(finding.kind = 'risky' and payments.status = 'review', false)`
const isDone = sql<boolean>`finding.done_at is not null`

export const listFindings = (db: Db, limit: number, after: number | undefined) =>
  db
    .selectFrom('paymentFindings as finding')
    .leftJoin('payments', (on) =>
      on.onRef('payments.provider', '=', 'finding.provider').onRef('payments.providerRef', '=', 'finding.providerRef'),
    )
    .leftJoin('users', 'users.id', 'payments.userId')
    .leftJoin('biodata', 'biodata.id', 'payments.biodataId')
    .select(['finding.id', 'finding.providerRef', 'finding.kind', 'finding.amount', 'finding.currency'])
    .select(['finding.detail', 'finding.foundAt', isDone.as('done'), placeOf.as('place'), 'biodata.number'])
    .select([personOf('users').as('person'), isInReview.as('isInReview')])
    .$if(after !== undefined, (q) =>
      q.where(sql<boolean>`(${isDone}, ${placeOf}) > (${after! < 0}::boolean, ${after!}::float8)`),
    )
    .orderBy(isDone)
    .orderBy(placeOf)
    .limit(sql.lit(limit))
    .execute()

export async function settleFinding(trx: Trx, actorId: string, id: string) {
  // The payment first, in the order in which settling takes them.
  const [payment] = await allRows<{ id: string; userId: string | null }>(trx)`
    select id, user_id from payments
    where (provider, provider_ref) = (select provider, provider_ref from payment_findings where id = ${id}::bigint)
    for update`
  const [done] = await allRows<{ kind: FindingKind }>(trx)`
    update payment_findings set done_at = now() where id = ${id} and done_at is null returning kind`
  if (!done) return (await trx.selectFrom('paymentFindings').select('id').where('id', '=', id).executeTakeFirst()) && 0
  if (payment && refundTrouble.includes(done.kind)) await endRefundsByHand(trx, payment.id)
  await record(trx, actorId, 'settled payment finding', payment?.userId ?? null)
  return 1
}

interface Arrived {
  id: string
  amount: number
  currency: string
  at: string
}
type WentBack = Arrived & { state: PaymentRow['refunds'][number]['state'] }

/** Of each row that is shown, by the index of its payment. */
const receiptsOf = sql<Arrived[]>`coalesce((
  select json_agg(json_build_object('id', id, 'amount', amount, 'currency', currency, 'at', received_at) order by received_at, id)
  from payment_receipts where payment_id = payment.id), '[]')`
const refundsOf = sql<WentBack[]>`coalesce((
  select json_agg(json_build_object('id', coalesce(provider_ref, ''), 'amount', amount, 'currency', currency,
    'state', state, 'at', coalesce(done_at, made_at)) order by made_at, id)
  from refunds where payment_id = payment.id), '[]')`

/** In the order of their fields, in which the file has them. */
const inWhole = <Row extends Arrived>({ id, amount, currency, at, ...more }: Row) => ({
  ...{ id, ...priceOf({ amount, currency }) },
  ...more,
  at: new Date(at).toISOString(),
})
const sumOf = (rows: readonly Arrived[], currency: string) =>
  priceOf({ amount: rows.reduce((sum, { amount }) => sum + amount, 0), currency }).price

const sortKeys = { date: { by: sql`payment.created_at`, type: 'timestamptz' } } satisfies Record<string, SortKey>

const person = { name: sql`payer.name`, email: sql`payer.email`, sounds: sql`payer.sounds` }
const payer = { table: 'users', as: 'payer', ...person }

/** Payments of a reference, or of a receipt or refund of this id. @returns undefined where the words are none that is known */
async function idsByReference(db: Db, words: string) {
  if (!/^\w{6,60}$/.test(words)) return undefined
  const found = await allRows<{ id: string }>(db)`
    select id from payments where provider_ref = ${words}
    union select payment_id from payment_receipts where id = any(array[${words}, upper(${words})])
    union select payment_id from refunds where provider_ref = any(array[${words}, upper(${words})])`
  return found.length > 0 ? found.map(({ id }) => id) : undefined
}

/** The first moment of a month in Bangladesh, or of the one so many months `later`. */
const monthBegins = (month: string, later: number) =>
  sql`((${`${month}-01`}::date + ${later} * interval '1 month') at time zone 'Asia/Dhaka')`

/** For administrators, with the `key` of each row's place in the list. A number finds the biodata that was paid for. */
export async function findPayments(
  db: Db,
  { search, status, month, sort = '-date', ...wanted }: ListQuery<typeof allPayments>,
) {
  const order = keyset(sortKeys, sql`payment.id`, { sort, ...wanted })
  const ids = await idsByReference(db, search?.trim() ?? '')
  const { number, words } = readSearch(ids ? undefined : search)
  // Who has paid stands in another table: to look at one costs as much as to take one that is found.
  const all = { orderBy: sql`payer.id`, isBeyond: undefined, limit: wanted.limit }
  const payers = words === undefined ? undefined : await isFound(db, { ...payer, order: all, perFind: 1 }, words)
  const rows = await db
    .selectFrom('payments as payment')
    .leftJoin('users as payer', 'payer.id', 'payment.userId')
    .leftJoin('biodata', 'biodata.id', 'payment.biodataId')
    .select(['payment.id', iso('payment.createdAt').as('date'), 'payment.amount', 'payment.currency', 'payment.status'])
    .select(['payment.provider as way', receiptsOf.as('receipts'), refundsOf.as('refunds')])
    .select(['payment.refundBecause as because', 'payer.id as payerId', 'biodata.number', order.key.as('key')])
    .select(({ fn: { coalesce } }) => [
      coalesce('payment.providerRef', sql.lit('')).as('providerRef'),
      coalesce('payer.name', sql.lit('')).as('name'),
      coalesce('payer.email', sql.lit('')).as('email'),
    ])
    .select(
      sql<FindingKind | null>`(select kind from payment_findings finding
      where (finding.provider, finding.provider_ref) = (payment.provider, payment.provider_ref) and done_at is null
      order by finding.id desc limit 1)`.as('finding'),
    )
    .where('payment.status', '<>', sql.lit('canceled'))
    .$narrowType<{ status: PaymentState }>()
    .$if(status !== undefined, (q) => q.where('payment.status', '=', status!))
    .$if(month !== undefined, (q) =>
      q.where(
        sql<boolean>`payment.created_at >= ${monthBegins(month!, 0)} and payment.created_at < ${monthBegins(month!, 1)}`,
      ),
    )
    .$if(ids !== undefined, (q) => q.where('payment.id', 'in', ids!))
    .$if(number !== undefined, (q) => q.where('biodata.number', '=', number!))
    .$if(payers === 'often', (q) => q.where(sql<boolean>`coalesce(${matching(payer, words!)}, false)`))
    .$if(payers === 'seldom', (q) =>
      q.where(sql<boolean>`payment.user_id in (select id from users payer where ${matching(payer, words!)})`),
    )
    .$call(order.cut)
    .execute()
  return rows.map(({ receipts, refunds, ...row }) => ({
    ...stated(row),
    ...priceOf(row),
    receipts: receipts.map(inWhole),
    refunds: refunds.map(inWhole),
    received: sumOf(receipts, row.currency),
    refunded: sumOf(
      refunds.filter(({ state }) => state === 'refunded'),
      row.currency,
    ),
  }))
}

/** The last twelve months by the site's calendar, with those currencies that were paid in. */
export async function sumByMonth(db: Db, today: string) {
  type Sums = Record<'number' | 'amount' | 'backNumber' | 'backAmount', number>
  const { rows } = await sql<{ month: string; currency: string } & Sums>`
    select to_char(day, 'YYYY-MM') as month, currency,
      (sum(n) filter (where what = 'paid'))::int as number, (sum(amount) filter (where what = 'paid'))::float8 as amount,
      (coalesce(sum(n) filter (where what = 'went back'), 0))::int as back_number,
      (coalesce(sum(amount) filter (where what = 'went back'), 0))::float8 as back_amount
    from counted_by_day
    where what in ('paid', 'went back') and day >= date_trunc('month', ${today}::date) - interval '11 months'
    group by 1, 2 having sum(n) filter (where what = 'paid') > 0 order by 1 desc, 2`.execute(db)
  return rows.map(({ month, number, amount, backNumber, backAmount, ...of }) => {
    const { price: sum, currency } = priceOf({ ...of, amount })
    const wentBack = { number: backNumber, sum: priceOf({ ...of, amount: backAmount }).price }
    return { month, currency, paid: { number, sum }, wentBack }
  })
}
