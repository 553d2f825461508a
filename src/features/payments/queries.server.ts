import { type Selectable, sql, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import { notify } from '#src/features/notifications/index.server.ts'
import { agoFrom } from '#src/platform/db/ago.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import { daysUnnamed, type RefundReason } from './policy.ts'
import type { ProviderPayment } from './provider.ts'

export type Payment = Selectable<Schema['payments']>

type Wanted = { userId: string; biodataId: string | null }

/** The one open payment of a person for a biodata: three tabs share it. */
export const findOpenPayment = (db: Db, { userId, biodataId }: Wanted) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('userId', '=', userId)
    .where(sql<boolean>`biodata_id is not distinct from ${biodataId}::uuid`)
    .where('status', '=', 'created')
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

/** Notes the provider's id; a payment keeps the first one it got. */
export async function setProviderRef(db: Db, id: string, providerRef: string) {
  await db
    .updateTable('payments')
    .set({ providerRef, updatedAt: sql`now()` })
    .where('id', '=', id)
    .where('providerRef', 'is', null)
    .execute()
}

export async function cancelPayment(db: Db, id: string) {
  await db
    .updateTable('payments')
    .set({ status: 'canceled', declinesKey: null, updatedAt: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'created')
    .execute()
}

export async function findPaymentOf(db: Db, userId: string, provider: string, providerRef: string) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .where('providerRef', '=', providerRef)
    .executeTakeFirst()
}

export const findPaymentBehind = (db: Db, provider: string, providerRef: string) =>
  db
    .selectFrom('payments')
    .select(['userId', 'declinesKey'])
    .where('provider', '=', provider)
    .where('providerRef', '=', providerRef)
    .executeTakeFirst()

/** Serializes settling until the transaction ends. Our own id finds a payment whose `providerRef` was never noted. */
export async function lockPayment(
  trx: Transaction<Schema>,
  provider: string,
  { providerRef, paymentId }: ProviderPayment,
) {
  const payments = trx.selectFrom('payments').selectAll().where('provider', '=', provider).forUpdate()
  const known = await payments.where('providerRef', '=', providerRef).executeTakeFirst()
  if (known || !isUuid(paymentId)) return known
  const unnamed = await payments.where('id', '=', paymentId).where('providerRef', 'is', null).executeTakeFirst()
  if (unnamed) await trx.updateTable('payments').set({ providerRef }).where('id', '=', unnamed.id).execute()
  return unnamed
}

const isUuid = (text: string | undefined): text is string => z.safeParse(z.uuid(), text).success

export async function updatePayment(
  trx: Transaction<Schema>,
  id: string,
  {
    status,
    ...change
  }: {
    status?: Exclude<Payment['status'], 'created'>
    biodataId?: string
    lastError?: string | null
    refundBecause?: RefundReason | null
    refundAfter?: Date
  },
) {
  await trx
    .updateTable('payments')
    .set({ ...change, ...(status ? { status, declinesKey: null } : {}), updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export const listRefundsDue = (db: Db, provider: string, now: Date) =>
  refundsDue(db, provider, now).orderBy('updatedAt').execute()

export const findRefundDue = (db: Db, provider: string, providerRef: string, now: Date) =>
  refundsDue(db, provider, now).where('providerRef', '=', providerRef).executeTakeFirst()

const refundsDue = (db: Db, provider: string, now: Date) =>
  db
    .selectFrom('payments')
    .select(['providerRef', 'refundBecause', 'amount', 'currency'])
    .$narrowType<{ providerRef: string }>()
    .where('provider', '=', provider)
    .where('providerRef', 'is not', null)
    .where('status', '=', 'refund_due')
    .where((or) => or.or([or('refundAfter', 'is', null), or('refundAfter', '<=', now)]))

export async function markRefunded(db: Db, provider: string, providerRef: string) {
  await db
    .updateTable('payments')
    .set({ status: 'refunded', updatedAt: sql`now()` })
    .where('provider', '=', provider)
    .where('providerRef', '=', providerRef)
    .where('status', '=', 'refund_due')
    .execute()
}

export async function postponeRefund(db: Db, provider: string, providerRef: string, refundAfter: Date) {
  await db
    .updateTable('payments')
    .set({ refundAfter })
    .where('provider', '=', provider)
    .where('providerRef', '=', providerRef)
    .where('status', '=', 'refund_due')
    .execute()
}

/** What has waited so long is due to go back, and its payer is told. What is being settled at this moment is not. */
export async function refundUnassigned(db: Db, provider: string, now: Date) {
  await db.transaction().execute(async (trx) => {
    const over = await trx
      .updateTable('payments')
      .set({ status: 'refund_due', refundBecause: 'not named', updatedAt: sql`now()` })
      .where('id', 'in', (of) =>
        of
          .selectFrom('payments')
          .select('id')
          .where('provider', '=', provider)
          // As the index has it; of a value that comes later PostgreSQL could not know that.
          .where('status', '=', sql.lit('succeeded'))
          .where('biodataId', 'is', null)
          .where('updatedAt', '<', agoFrom(now, `${daysUnnamed} days`))
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'userId'])
      .execute()
    const because = 'not named' as const
    for (const { id, userId } of over)
      if (userId)
        await notify(trx, {
          to: userId,
          kind: 'fee-returned',
          cause: id,
          about: { because },
          mail: { kind: 'fee-goes-back', because },
        })
  })
}

/** A paid payment of a person that was begun without naming a biodata and has not bought anything yet. */
export async function findUnassigned(db: Db, userId: string, provider: string) {
  const row = await db
    .selectFrom('payments')
    .select('providerRef')
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .where('biodataId', 'is', null)
    .where('status', '=', 'succeeded')
    .executeTakeFirst()
  return row?.providerRef ?? undefined
}

export async function isNoted(db: Db, provider: string, eventId: string) {
  const row = await db
    .selectFrom('providerEvents')
    .select('eventId')
    .where('provider', '=', provider)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns whether it was new */
export async function noteEvent(db: Db, provider: string, eventId: string, type: string) {
  const noted = await db
    .insertInto('providerEvents')
    .values({ provider, eventId, type })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (noted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** As long as a provider tells of them; Stripe keeps them for thirty days. */
export const eventsAreKept = '30 days'

export async function forgetEvents(db: Db, now: Date) {
  await db.deleteFrom('providerEvents').where('receivedAt', '<', agoFrom(now, eventsAreKept)).execute()
}

/** Payments that were begun and never paid. Should one be paid even later, that is a finding. */
export const unpaidAreKept = '180 days'

export async function forgetUnpaid(db: Db, now: Date) {
  await db
    .deleteFrom('payments')
    // As the index has it; of values that come later PostgreSQL could not know that.
    .where('status', 'in', (['created', 'canceled'] as const).map(sql.lit))
    .where('updatedAt', '<', agoFrom(now, unpaidAreKept))
    .execute()
}

/** Up to when everything was looked at, by the provider's clock. */
export async function sweptUntil(db: Db, provider: string) {
  const row = await db
    .selectFrom('paymentSweeps')
    .select('sweptUntil')
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.sweptUntil
}

export async function setSweptUntil(db: Db, provider: string, moment: Date) {
  await db
    .insertInto('paymentSweeps')
    .values({ provider, sweptUntil: moment })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ sweptUntil: moment }))
    .execute()
}
