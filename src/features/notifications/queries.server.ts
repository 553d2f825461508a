import { type Insertable, type Selectable, sql } from 'kysely'
import type { Mail } from '#src/features/mail/index.ts'
import { holdSession } from '#src/features/users/index.server.ts'
import type { Db, Trx } from '#src/platform/db/open.server.ts'
import { countWritten, oneRow } from '#src/platform/db/rows.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import type { InputOf } from '#src/platform/http/contract.ts'
import { keyset } from '#src/platform/http/keyset.server.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import type { Decoded } from '#src/platform/schemas/fields.ts'
import type { markNotifications, noticeDetails } from './contract.ts'
import { type About, type Kind, kinds } from './kinds.ts'
import { mostSubscriptions } from './policy.ts'

interface Notification<K extends Kind> {
  to: string | readonly string[]
  kind: K
  cause: string
  about: About[K]
  mail?: Mail
  /** Until then nobody reads it, nothing is sent, and `takeBackNotice` works. */
  notBefore?: Date
}

/** Tells each person once per cause, in races too; queues mail and pushes. @returns how many were not told before */
export async function notify<K extends Kind>(trx: Trx, { to, kind, cause, about, mail, notBefore }: Notification<K>) {
  const { mail: mailed, push: pushed, isLocked = false } = kinds[kind]
  const { notified } = await oneRow<{ notified: number }>(trx)`
    select count(*) filter (where notify_person(person, ${kind}, ${cause}, ${about}::jsonb, ${mail ?? null}::jsonb,
      ${mailed}, ${pushed}, ${isLocked}, ${notBefore ?? null}::timestamptz))::int as notified
    from unnest(${[to].flat()}::uuid[]) person`
  return notified
}

/** @returns false when something of it has been sent, or is being sent; roll the transaction back then */
export async function takeBackNotice(trx: Trx, { to, kind, cause }: { to: string; kind: Kind; cause: string }) {
  const notice = trx
    .selectFrom('notifications')
    .select('id')
    .where((row) => row.and({ userId: to, kind, cause }))
  await trx.deleteFrom('outbox').where('notificationId', '=', notice).where('status', '=', 'waiting').execute()
  const left = await trx.selectFrom('outbox').select('id').where('notificationId', '=', notice).executeTakeFirst()
  if (left) return false
  await trx.deleteFrom('notifications').where('id', '=', notice).where('notBefore', 'is not', null).execute()
  return true
}

/** What waits to be sent against that is not sent any more. @returns whether it was otherwise before */
export const setPreference = (
  db: Db,
  userId: string,
  { kind, channel, wanted }: Omit<Schema['notificationPreferences'], 'userId'>,
) =>
  db.transaction().execute(async (trx) => {
    const written = await countWritten(trx)`
      insert into notification_preferences (user_id, kind, channel, wanted)
      select id, ${kind}, ${channel}, ${wanted} from users where id = ${userId} for key share
      on conflict (user_id, kind, channel) do update set wanted = excluded.wanted
      where notification_preferences.wanted <> excluded.wanted`
    if (!wanted)
      await trx
        .deleteFrom('outbox')
        .where((row) => row.and({ userId, notice: kind, channel, status: 'waiting' }))
        .execute()
    return written > 0
  })

type Details = Decoded<typeof noticeDetails>

/** Who has seen a contact is told by their number, never by an id, and only while both find each other. */
export async function listNotifications(
  db: Db,
  { userId, blocked }: Pick<Member, 'userId' | 'blocked'>,
  now: Date,
  wanted: { limit: number; after?: string | undefined },
) {
  const at = { by: sql`made_at`, type: 'timestamptz', hasRunningId: true } as const
  const order = keyset({ at }, sql`id`, { ...wanted, sort: '-at' })
  type Row = Pick<Selectable<Schema['notifications']>, 'id' | 'kind' | 'madeAt' | 'seenAt' | 'readAt'> & {
    key: string
    about: Details & { name?: string; viewerId?: string }
    viewerNumber: number | null
  }
  const { rows } = await sql<Row>`
    select notice.id::text, notice.key, notice.kind, notice.about, notice.made_at, notice.seen_at,
      notice.read_at, biodata.number as viewer_number
    from (
      select *, ${order.key} as key from notifications
      where user_id = ${userId} and (not_before is null or not_before <= ${now}) and ${order.isBeyond ?? sql`true`}
      order by ${order.orderBy} limit ${order.limit}
    ) notice
    left join biodata on biodata.id = (notice.about ->> 'viewerId')::uuid and biodata.published
      and biodata.number <> all(${blocked}::integer[])
    order by notice.made_at desc, notice.id desc`.execute(db)
  return rows.map(({ about: { name, viewerId: _nobodys, ...about }, viewerNumber, ...row }) => ({
    ...about,
    ...row,
    ...(name !== undefined && { search: name }),
    ...(viewerNumber !== null && { number: viewerNumber }),
  }))
}

/** Marks one, or all. What is read is seen too. @returns how many were not so before */
export const mark = (db: Db, userId: string, { as, id }: InputOf<typeof markNotifications>, now: Date) =>
  countWritten(db)`
    update notifications set seen_at = coalesce(seen_at, ${now}) ${as === 'read' ? sql`, read_at = ${now}` : sql``}
    where user_id = ${userId} and ${sql.ref(`${as}At`)} is null and (not_before is null or not_before <= ${now})
      ${id === undefined ? sql`` : sql`and id = ${id}`}`

export const preferencesOf = (db: Db, userId: string) =>
  db.selectFrom('notificationPreferences').select(['kind', 'channel', 'wanted']).where('userId', '=', userId).execute()

/** From now on this browser is woken, as long as its session lasts; the oldest of too many is not any more. */
export const subscribe = (db: Db, subscription: Insertable<Schema['pushSubscriptions']>) =>
  db.transaction().execute(async (trx) => {
    const { endpoint, userId, ...rest } = subscription
    // The person's row is held, so two browsers at once do not make one too many.
    await holdSession(trx, subscription)
    const { id } = await trx
      .insertInto('pushSubscriptions')
      .values(subscription)
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ ...rest, userId, madeAt: sql`now()` }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${userId} and id <> ${id}
      order by made_at desc offset ${mostSubscriptions - 1})`.execute(trx)
    return id
  })

export const findSubscription = (db: Db, sessionId: string, siteKey: string | null) =>
  db
    .selectFrom('pushSubscriptions')
    .select('id')
    .where('sessionId', '=', sessionId)
    .where('siteKey', '=', siteKey)
    .executeTakeFirst()

export const unsubscribe = (db: Db, sessionId: string) =>
  countWritten(db)`delete from push_subscriptions where session_id = ${sessionId}`

/** A browser that is to be woken; undefined once its session is over. */
export const subscriptionOf = (db: Db, id: string) =>
  db
    .selectFrom('pushSubscriptions as subscription')
    .innerJoin('sessions', 'sessions.id', 'subscription.sessionId')
    .selectAll('subscription')
    .where('subscription.id', '=', id)
    .where('sessions.expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()

export const forgetSubscription = (db: Db, id: string) =>
  db.deleteFrom('pushSubscriptions').where('id', '=', id).execute()

/** Where a person's browsers are woken, without what would let others do it. */
export const subscriptionsOf = (db: Db, userId: string) =>
  db
    .selectFrom('pushSubscriptions')
    .select([sql<string>`split_part(endpoint, '/', 3)`.as('service'), 'madeAt'])
    .where('userId', '=', userId)
    .execute()
