import { sql } from 'kysely'
import { recordShowing } from '#src/contact-ledger/queries.server.ts'
import type { Goods } from '#src/payments/settle.server.ts'
import { record } from '#src/platform/db/audit.server.ts'
import { keyset, type SortKey } from '#src/platform/db/keyset.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { ListQuery } from '#src/platform/http/lists.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import { queueMail, queueMailToAdmins } from '#src/platform/mail/outbox.server.ts'
import { isVisibleTo } from '#src/safety/policy.ts'
import { blocksBetween } from '#src/safety/queries.server.ts'
import { findUsers } from '#src/users/queries.server.ts'
import type { allRequests } from './admin-contract.ts'
import { opensContact } from './policy.ts'

/** A request that has not ended: its money did not go back. */
const live = ['pending', 'approve'] as const

/** The request of a person for a biodata, hidden from the list or not; one that has ended is none. */
export async function findRequest(db: Db, userId: string, biodataId: string) {
  return db
    .selectFrom('contactRequests')
    .select(['id', 'status'])
    .where('userId', '=', userId)
    .where('biodataId', '=', biodataId)
    .where('status', 'in', live)
    .executeTakeFirst()
}

/** Whose contact is asked for by this number, and whether it may be. */
export const findAsked = (db: Db, number: number) =>
  db
    .selectFrom('biodata')
    .select(['id', 'number', 'published', 'contactFor'])
    .where('number', '=', number)
    .executeTakeFirst()

export async function hasPaid(db: Db, userEmail: string, number: number) {
  const row = await db
    .selectFrom('contactRequests')
    .innerJoin('users', 'users.id', 'contactRequests.userId')
    .innerJoin('biodata', 'biodata.id', 'contactRequests.biodataId')
    .select('contactRequests.id')
    .where('users.email', '=', userEmail)
    .where('biodata.number', '=', number)
    .where('contactRequests.status', 'in', live)
    .executeTakeFirst()
  return row !== undefined
}

/** One request per person and biodata, whoever records it first. */
const recordRequest: Goods['deliver'] = async (trx, payment) => {
  const inserted = await trx
    .insertInto('contactRequests')
    .columns(['userId', 'biodataId', 'paymentId'])
    .expression((from) =>
      from
        // Whoever was hidden, closed the contact, or blocked the payer or was blocked, while the money was on its way is not asked any more.
        .selectFrom('publishedBiodata')
        .select([sql`${payment.userId}::uuid`.as('userId'), 'id', sql`${payment.id}::uuid`.as('paymentId')])
        .where('id', '=', payment.biodataId)
        .where('contactFor', '=', 'checked')
        .where(({ not, exists }) => not(exists(blocksBetween(trx, payment.userId, payment.biodataId)))),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) {
    const { number } = await trx
      .selectFrom('biodata')
      .select('number')
      .where('id', '=', payment.biodataId)
      .executeTakeFirstOrThrow()
    await queueMailToAdmins(trx, { kind: 'new-request', request: 'contact', number })
    return { id: inserted.id, outcome: 'new' }
  }
  const existing = await trx
    .selectFrom('contactRequests')
    .select(['id', 'paymentId'])
    .where((or) =>
      or.or([
        // Its biodata may be deleted by now.
        or('paymentId', '=', payment.id),
        or.and([or('userId', '=', payment.userId), or('biodataId', '=', payment.biodataId), or('status', 'in', live)]),
      ]),
    )
    .executeTakeFirst()
  return existing && { id: existing.id, outcome: existing.paymentId === payment.id ? 'by-this-payment' : 'again' }
}

/** What paying buys. */
export const contactRequests: Goods = {
  deliver: recordRequest,
  async withdraw(trx, payment) {
    await trx
      .updateTable('contactRequests')
      .set({ status: 'withdrawn', endedAt: sql`now()` })
      .where('paymentId', '=', payment.id)
      .where('status', 'in', live)
      .execute()
  },
}

type After = readonly [requestedAt: string, id: string] | undefined

const rows = (db: Db, limit: number, after: After) =>
  db
    .selectFrom('contactRequests as request')
    .innerJoin('users', 'users.id', 'request.userId')
    .leftJoin('biodata', 'biodata.id', 'request.biodataId')
    .innerJoin('payments', 'payments.id', 'request.paymentId')
    .select(['request.id', 'users.name', 'users.email', 'payments.amount', 'payments.currency', 'payments.providerRef'])
    .select(['request.number', 'request.biodataId', 'biodata.name as biodataName', 'request.status', 'request.deleted'])
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

/** A person's own requests that are not hidden, with the contacts of those that open one; each is a look at it. */
export async function listRequestsOf(db: Db, viewer: Member, limit: number, after: After) {
  return db.transaction().execute(async (trx) => {
    const found = await rows(trx, limit, after)
      .leftJoin('users as owner', 'owner.id', 'biodata.id')
      .select(['biodata.published', 'biodata.contactFor', 'biodata.phone', 'owner.email as ownerEmail'])
      .where('request.userId', '=', viewer.userId)
      .where('request.deleted', '=', false)
      .execute()
    const listed = found.map(({ published, contactFor, phone, ownerEmail, ...request }) => {
      const { biodataId: id, number } = request
      const isOpen =
        id &&
        contactFor &&
        opensContact(request, { id, contactFor }) &&
        isVisibleTo(viewer, { id, number, published: !!published })
      return { ...request, contactPhone: isOpen ? phone : null, contactEmail: isOpen ? ownerEmail : null }
    })
    const shown = listed.flatMap(({ biodataId, contactPhone }) => (biodataId && contactPhone ? [biodataId] : []))
    await recordShowing(trx, viewer.userId, 'request', shown)
    return listed
  })
}

const sortKeys = {
  name: { by: sql`lower(users.name)`, type: 'text' },
  email: { by: sql`users.email`, type: 'text' },
  number: { by: sql`request.number`, type: 'integer' },
  date: { by: sql`request.requested_at`, type: 'timestamptz' },
} satisfies Record<string, SortKey>

/** For administrators, with the `key` of each row's place in the list. A number finds the biodata asked for. */
export async function findRequests(
  db: Db,
  { search, status, sort = '-date', ...wanted }: ListQuery<typeof allRequests>,
) {
  const order = keyset(sortKeys, sql`request.id`, { sort, ...wanted })
  const { users, number } = await findUsers(db, search)
  const found = await db
    .selectFrom(users.as('users'))
    .innerJoin('contactRequests as request', 'request.userId', 'users.id')
    // Where the money went back there is nothing to approve: the biodata is deleted, or the payment was taken back.
    .where('request.biodataId', 'is not', null)
    .where('request.status', 'in', live)
    .select(['request.id', 'users.name', 'users.email', 'request.number', 'request.status', 'request.requestedAt'])
    .$narrowType<{ status: 'pending' | 'approve' }>()
    .select(['request.biodataId', order.key.as('key')])
    // Not a join: that would look up everybody's before the page is cut, this only that of its rows.
    .select((of) => of.selectFrom('biodata').select('id').whereRef('id', '=', 'users.id').as('ownBiodataId'))
    .$if(status !== undefined, (q) => q.where('request.status', '=', sql.lit(status!)))
    .$if(number !== undefined, (q) => q.where('request.number', '=', number!))
    .$call(order.cut)
    .execute()
  return found.map(({ requestedAt, biodataId, ownBiodataId, ...row }) => ({
    ...row,
    biodataId: biodataId!,
    ownBiodataId: ownBiodataId ?? undefined,
    date: requestedAt.toISOString(),
  }))
}

/** @returns 1 when this call approved it, 0 when it was approved before, undefined when there is no such request */
export async function approveRequest(db: Db, actorId: string, id: string) {
  return db.transaction().execute(async (trx) => {
    const approved = await trx
      .updateTable('contactRequests')
      .set({ status: 'approve', approvedAt: sql`now()`, approvedBy: actorId })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      // Of a deleted biodata there is nothing to open; the money goes back.
      .where('biodataId', 'is not', null)
      .executeTakeFirst()
    if (approved.numUpdatedRows > 0n) {
      await record(trx, actorId, 'approved contact request', id)
      // Whoever has deleted the request would not find it on the page that the mail leads to.
      const asker = await trx
        .selectFrom('contactRequests as request')
        .innerJoin('users', 'users.id', 'request.userId')
        .innerJoin('biodata', 'biodata.id', 'request.biodataId')
        .select(['users.email', 'users.language', 'biodata.number'])
        .where('request.id', '=', id)
        .where('request.deleted', '=', false)
        .executeTakeFirst()
      if (asker) await queueMail(trx, asker.email, asker.language, { kind: 'contact-approved', number: asker.number })
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
