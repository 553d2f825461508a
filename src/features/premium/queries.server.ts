import { type NotNull, sql } from 'kysely'
import { matching, readSearch } from '#src/features/admin-list/index.server.ts'
import { queueMailToAdmins } from '#src/features/mail/index.server.ts'
import { notify } from '#src/features/notifications/index.server.ts'
import { holdSession, holdUser, type SignedIn, userIdOf } from '#src/features/users/index.server.ts'
import { record } from '#src/platform/db/audit.server.ts'
import { type Db, iso, type Trx } from '#src/platform/db/open.server.ts'
import { allRows, countWritten } from '#src/platform/db/rows.server.ts'
import { keyset, type ListQuery, type SortKey } from '#src/platform/http/keyset.server.ts'
import type { premiumRequests } from './contract.ts'

export async function premiumStatusOf(db: Db, userId: string) {
  const row = await db.selectFrom('premium').select('status').where('userId', '=', userId).executeTakeFirst()
  return row?.status
}

export async function isPremium(db: Db, email: string) {
  const userId = await userIdOf(db, email)
  return userId !== undefined && (await premiumStatusOf(db, userId)) === 'approve'
}

/** @returns 1 when the request is new; 0 when there already is one, or no biodata to make premium */
export async function requestPremium(db: Db, asker: SignedIn) {
  const { userId } = asker
  return db.transaction().execute(async (trx) => {
    await holdSession(trx, asker)
    const biodata = await trx.selectFrom('biodata').select('number').where('id', '=', userId).executeTakeFirst()
    if (!biodata) return 0
    const asked = await countWritten(trx)`
      insert into premium (user_id, status) values (${userId}, 'pending') on conflict (user_id) do nothing`
    if (!asked) return 0
    await queueMailToAdmins(trx, { kind: 'new-request', request: 'premium', number: biodata.number })
    return 1
  })
}

const sortKeys = {
  name: { by: sql`lower(premium.asker_name)`, type: 'text' },
  email: { by: sql`premium.asker_email`, type: 'text' },
  number: { by: sql`premium.number`, type: 'integer' },
  date: { by: sql`premium.requested_at`, type: 'timestamptz' },
} satisfies Record<string, SortKey>

const asker = { name: sql`premium.asker_name`, email: sql`premium.asker_email`, sounds: sql`premium.asker_sounds` }

/** With the `key` of their place in the list. One index has all of them, read whole in another order. */
export async function listRequests(db: Db, { search, sort = 'date', ...wanted }: ListQuery<typeof premiumRequests>) {
  const order = keyset(sortKeys, sql`premium.user_id`, { sort, ...wanted })
  const { number, words } = readSearch(search)
  return db
    .selectFrom('premium')
    .select(['premium.userId as id', 'premium.askerName as name', 'premium.askerEmail as email'])
    .select(['premium.number', iso('premium.requestedAt').as('date'), order.key.as('key')])
    .$narrowType<{ number: NotNull }>()
    .where('premium.status', '=', sql.lit('pending'))
    .where('premium.number', 'is not', null)
    .$if(number !== undefined, (q) => q.where('premium.number', '=', number!))
    .$if(words !== undefined, (q) => q.where(matching(asker, words!)))
    .$call(order.cut)
    .execute()
}

export async function makePremium(trx: Trx, actorId: string, userId: string) {
  const [made] = await allRows<{ approvedAt: Date }>(trx)`
    insert into premium (user_id, status, approved_at, approved_by)
    select id, 'approve', now(), ${actorId}::uuid from users where id = ${userId}
    on conflict (user_id) do update set status = 'approve', approved_at = now(), approved_by = ${actorId}
    where premium.status = 'pending'
    returning approved_at`
  if (made) {
    await record(trx, actorId, 'made premium', userId)
    // Premium can end and come again.
    const cause = made.approvedAt.toISOString()
    await notify(trx, { to: userId, kind: 'premium', cause, about: {}, mail: { kind: 'premium-approved' } })
    return 1
  }
  return (await trx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) ? 0 : undefined
}

export async function endPremium(trx: Db, actorId: string, userId: string) {
  // Held first, as saving a biodata and making premium do.
  const [user] = await holdUser(trx, userId)
  const ended = await countWritten(trx)`delete from premium where user_id = ${userId} and status = 'approve'`
  if (!ended) return user && 0
  await record(trx, actorId, 'ended premium', userId)
  return 1
}
