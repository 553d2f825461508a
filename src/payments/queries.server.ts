import { sql, type Transaction } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'

/** The one open payment of a person for a biodata, made if there is none: three tabs share it. */
export async function openPayment(
  db: Db,
  payment: { provider: string; userId: string; biodataId: string | null; amount: number; currency: string },
) {
  const existing = () =>
    db
      .selectFrom('payments')
      .selectAll()
      .where('userId', '=', payment.userId)
      .where(sql<boolean>`biodata_id is not distinct from ${payment.biodataId}::uuid`)
      .where('status', '=', 'created')
      .executeTakeFirst()
  const inserted = await db
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return inserted ?? (await existing())
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

/** A payment the provider has forgotten or cancelled makes room for another. */
export async function cancelPayment(db: Db, id: string) {
  await db
    .updateTable('payments')
    .set({ status: 'canceled', updatedAt: sql`now()` })
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

/** Holds the payment until the transaction ends: whoever settles second sees what the first one did. */
export function lockPayment(trx: Transaction<Schema>, provider: string, providerRef: string) {
  return trx
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('providerRef', '=', providerRef)
    .forUpdate()
    .executeTakeFirst()
}

export async function updatePayment(
  trx: Transaction<Schema>,
  id: string,
  change: {
    status?: 'succeeded' | 'canceled' | 'mismatch' | 'refund_due'
    biodataId?: string
    lastError?: string | null
  },
) {
  await trx
    .updateTable('payments')
    .set({ ...change, updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function isRefundDue(db: Db, provider: string, providerRef: string) {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('provider', '=', provider)
    .where('providerRef', '=', providerRef)
    .where('status', '=', 'refund_due')
    .executeTakeFirst()
  return row !== undefined
}

export async function listRefundsDue(db: Db, provider: string) {
  const rows = await db
    .selectFrom('payments')
    .select('providerRef')
    .where('provider', '=', provider)
    .where('status', '=', 'refund_due')
    .execute()
  return rows.flatMap(({ providerRef }) => providerRef ?? [])
}

export async function markRefunded(db: Db, provider: string, providerRef: string) {
  await db
    .updateTable('payments')
    .set({ status: 'refunded', updatedAt: sql`now()` })
    .where('provider', '=', provider)
    .where('providerRef', '=', providerRef)
    .where('status', '=', 'refund_due')
    .execute()
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

export async function noteEvent(db: Db, provider: string, eventId: string, type: string) {
  await db
    .insertInto('providerEvents')
    .values({ provider, eventId, type })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
