import { sql } from 'kysely'
import type { Fulfil } from '#src/payments/settle.server.ts'
import { record } from '#src/platform/db/audit.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'

/** The request of a person for a biodata, hidden from the list or not. */
export async function findRequest(db: Db, userId: string, biodataId: string) {
  return db
    .selectFrom('contactRequests')
    .select(['id', 'status'])
    .where('userId', '=', userId)
    .where('biodataId', '=', biodataId)
    .executeTakeFirst()
}

export async function findBiodataId(db: Db, number: number) {
  const row = await db.selectFrom('biodata').select('id').where('number', '=', number).executeTakeFirst()
  return row?.id
}

export async function hasPaid(db: Db, userEmail: string, number: number) {
  const row = await db
    .selectFrom('contactRequests')
    .innerJoin('users', 'users.id', 'contactRequests.userId')
    .innerJoin('biodata', 'biodata.id', 'contactRequests.biodataId')
    .select('contactRequests.id')
    .where(sql`lower(users.email)`, '=', userEmail)
    .where('biodata.number', '=', number)
    .executeTakeFirst()
  return row !== undefined
}

/** What paying buys: one request per person and biodata, whoever records it first. */
export const recordRequest: Fulfil = async (trx, payment) => {
  const inserted = await trx
    .insertInto('contactRequests')
    .values({ userId: payment.userId, biodataId: payment.biodataId, paymentId: payment.id })
    .onConflict((conflict) => conflict.columns(['userId', 'biodataId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return { id: inserted.id, fulfilled: 'new' }
  const existing = await trx
    .selectFrom('contactRequests')
    .select(['id', 'paymentId'])
    .where('userId', '=', payment.userId)
    .where('biodataId', '=', payment.biodataId)
    .executeTakeFirstOrThrow()
  return { id: existing.id, fulfilled: existing.paymentId === payment.id ? 'by-this-payment' : 'again' }
}

type After = readonly [requestedAt: string, id: string] | undefined

const rows = (db: Db, limit: number, after: After) =>
  db
    .selectFrom('contactRequests as request')
    .innerJoin('users', 'users.id', 'request.userId')
    .innerJoin('biodata', 'biodata.id', 'request.biodataId')
    .innerJoin('payments', 'payments.id', 'request.paymentId')
    .select(['request.id', 'users.name', 'users.email', 'payments.amount', 'payments.currency', 'payments.providerRef'])
    .select([
      'biodata.number',
      'biodata.id as biodataId',
      'biodata.name as biodataName',
      'request.status',
      'request.deleted',
    ])
    .select(sql<string>`request.requested_at::text`.as('requestedAt'))
    .select('request.requestedAt as date')
    .$if(after !== undefined, (q) =>
      q.where(sql<boolean>`(request.requested_at, request.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`),
    )
    .orderBy('request.requestedAt', 'desc')
    .orderBy('request.id', 'desc')
    .limit(limit)

/** Everybody's requests, newest first, without contacts. */
export const listEverybodysRequests = (db: Db, limit: number, after: After) =>
  rows(db, limit, after)
    .select([sql<string | null>`null`.as('contactPhone'), sql<string | null>`null`.as('contactEmail')])
    .execute()

/** A person's own requests that are not hidden; contacts only of approved ones. */
export async function listRequestsOf(db: Db, userId: string, limit: number, after: After) {
  const approved = sql<boolean>`request.status = 'approve'`
  return rows(db, limit, after)
    .innerJoin('users as owner', 'owner.id', 'biodata.id')
    .select([
      sql<string | null>`case when ${approved} then biodata.phone end`.as('contactPhone'),
      sql<string | null>`case when ${approved} then owner.email end`.as('contactEmail'),
    ])
    .where('request.userId', '=', userId)
    .where('request.deleted', '=', false)
    .execute()
}

/** @returns 1 when this call approved it, 0 when it was approved before, undefined when there is no such request */
export async function approveRequest(db: Db, actorId: string, id: string) {
  return db.transaction().execute(async (trx) => {
    const approved = await trx
      .updateTable('contactRequests')
      .set({ status: 'approve', approvedAt: sql`now()`, approvedBy: actorId })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .executeTakeFirst()
    if (approved.numUpdatedRows > 0n) {
      await record(trx, actorId, 'approved contact request', id)
      return 1
    }
    return (await trx.selectFrom('contactRequests').select('id').where('id', '=', id).executeTakeFirst())
      ? 0
      : undefined
  })
}

/** @returns 1 when this call hid or restored it, 0 when it was so before, undefined when it is not this person's */
export async function setHidden(db: Db, ownerId: string, id: string, deleted: boolean) {
  const changed = await db
    .updateTable('contactRequests')
    .set({ deleted })
    .where('id', '=', id)
    .where('userId', '=', ownerId)
    .where('deleted', '=', !deleted)
    .executeTakeFirst()
  if (changed.numUpdatedRows > 0n) return 1
  const row = await db
    .selectFrom('contactRequests')
    .select('id')
    .where('id', '=', id)
    .where('userId', '=', ownerId)
    .executeTakeFirst()
  return row ? 0 : undefined
}
