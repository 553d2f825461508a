import { type Insertable, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import * as z from 'zod/mini'
import { personOf } from '#src/features/admin-list/index.server.ts'
import { queueMailToAdmins } from '#src/features/mail/index.server.ts'
import { notify } from '#src/features/notifications/index.server.ts'
import { agoFrom } from '#src/platform/db/ago.server.ts'
import { record } from '#src/platform/db/audit.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { allRows, countWritten } from '#src/platform/db/rows.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import { type FindingKind, refundTrouble } from './contract.ts'
import { daysUnnamed } from './policy.ts'
import type { ProviderPayment } from './provider.ts'

export type Payment = Selectable<Schema['payments']>

type Wanted = { userId: string; biodataId: string | null }

/** The one open payment of a person for a biodata: three tabs share it. */
export const findOpenPayment = (db: Db, { userId, biodataId }: Wanted) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('userId', '=', userId)
    .where('biodataId', 'is not distinct from', biodataId)
    .where('status', '=', sql.lit('created'))
    .executeTakeFirst()

/** Opens it, unless another tab was faster. @returns undefined when that one is no longer open either */
export async function openPayment(
  db: Db,
  payment: Wanted & { provider: string; amount: number; currency: string; declinesKey: string },
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

/** Serializes settling until the transaction ends. Our own id finds a payment whose `providerRef` was never noted. */
export async function lockPayment(
  trx: Transaction<Schema>,
  provider: string,
  { providerRef, paymentId }: ProviderPayment,
) {
  const payments = paymentsOf(trx, provider).forUpdate()
  const known = await payments.where('providerRef', '=', providerRef).executeTakeFirst()
  if (known || !paymentId || !z.safeParse(z.uuid(), paymentId).success) return known
  const unnamed = await payments.where('id', '=', paymentId).where('providerRef', 'is', null).executeTakeFirst()
  if (unnamed) await setProviderRef(trx, unnamed.id, providerRef)
  return unnamed
}

export const refundsDue = (db: Db, provider: string, now: Date) =>
  db
    .selectFrom('payments')
    .select(['provider', 'providerRef', 'refundBecause', 'amount', 'currency'])
    .$narrowType<{ providerRef: string }>()
    .where((payment) => payment.and({ provider, status: 'refund_due' }))
    .where('providerRef', 'is not', null)
    .where((or) => or.or([or('refundAfter', 'is', null), or('refundAfter', '<=', now)]))

/** Changes nothing about a refund that is no longer due. */
export const updateRefundDue = (
  db: Db,
  { provider, providerRef }: { provider: string; providerRef: string },
  change: Updateable<Schema['payments']>,
) =>
  db
    .updateTable('payments')
    .set({ ...change, ...(change.status && { updatedAt: sql`now()` }) })
    .where((payment) => payment.and({ provider, providerRef, status: 'refund_due' }))
    .execute()

/** What has waited so long is due to go back, and its payer is told. What is being settled at this moment is not. */
export const refundUnassigned = (db: Db, provider: string, now: Date) =>
  db.transaction().execute(async (trx) => {
    const { rows: over } = await sql<Pick<Payment, 'id' | 'userId'>>`
      update payments set status = 'refund_due', refund_because = 'not named', updated_at = now()
      where id in (
        select id from payments
        where provider = ${provider} and status = 'succeeded' and biodata_id is null
          and updated_at < ${agoFrom(now, `${daysUnnamed} days`)}
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

export const findEvent = (db: Db, provider: string, eventId: string) =>
  allRows(db)`select from provider_events where provider = ${provider} and event_id = ${eventId}`

/** @returns whether it was new */
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
    where known.done_at is not null and ${refundTrouble.includes(kind)}`
  if (noted) await queueMailToAdmins(db, { kind: 'payment-finding', finding: kind })
}

/** Where a finding stands in their list: what waits by its id, and behind that what was dealt with, the latest first. */
const placeOf = sql<number>`case when finding.done_at is null then finding.id else -finding.id end::float8`
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
    .select(personOf('users').as('person'))
    .$if(after !== undefined, (q) =>
      q.where(sql<boolean>`(${isDone}, ${placeOf}) > (${after! < 0}::boolean, ${after!}::float8)`),
    )
    .orderBy(isDone)
    .orderBy(placeOf)
    .limit(sql.lit(limit))
    .execute()

/** @returns 1 when this call settled it, 0 when it was settled before, undefined when there is no such finding */
export async function settleFinding(trx: Db, actorId: string, id: string) {
  // The payment first, in the order in which settling takes them.
  const [payment] = await allRows<{ provider: string; providerRef: string; userId: string | null }>(trx)`
    select provider, provider_ref, user_id from payments
    where (provider, provider_ref) = (select provider, provider_ref from payment_findings where id = ${id}::bigint)
    for update`
  const [done] = await allRows<{ kind: FindingKind }>(trx)`
    update payment_findings set done_at = now() where id = ${id} and done_at is null returning kind`
  if (!done) return (await trx.selectFrom('paymentFindings').select('id').where('id', '=', id).executeTakeFirst()) && 0
  if (payment && refundTrouble.includes(done.kind))
    await updateRefundDue(trx, payment, { status: 'refunded', refundedByHand: true })
  await record(trx, actorId, 'settled payment finding', payment?.userId ?? null)
  return 1
}
