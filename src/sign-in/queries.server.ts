import { sql, type Transaction } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import { hashPassword } from './password.server.ts'

/** The stored hash; undefined for a person who has no password, or nobody. */
export async function passwordOf(db: Db, userId: string) {
  const row = await db
    .selectFrom('accounts')
    .select('password')
    .where('providerId', '=', 'credential')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.password ?? undefined
}

export async function hasPasskey(db: Db, userId: string) {
  const found = await db.selectFrom('passkeys').select('id').where('userId', '=', userId).limit(1).executeTakeFirst()
  return found !== undefined
}

/** Sets the password, by its `hash`, that came with a link from a mail. The email is proved by that, and every session ends. */
export async function resetPassword(trx: Transaction<Schema>, userId: string, hash: string) {
  await proveEmail(trx, userId)
  await endSessions(trx, userId)
  // As better-auth keeps it: the account of the provider `credential` has the person's id.
  await trx
    .insertInto('accounts')
    .values({ userId, providerId: 'credential', accountId: userId, password: hash })
    .onConflict((conflict) =>
      conflict.columns(['providerId', 'accountId']).doUpdateSet({ password: hash, updatedAt: sql`now()` }),
    )
    .execute()
}

/**
 * Somebody has proved that the email of an account is theirs. Before, anybody could have set it up with this address:
 * the first proof throws out every password, identity, second factor and session that was there, unless `keep` says that the same
 * person has them ("account pre-hijacking", Sudhodanan and Paverd, USENIX Security 2022). Later proofs throw out
 * nothing.
 * @returns whether it did
 */
export async function proveEmail(trx: Transaction<Schema>, userId: string, keep = false) {
  const first = await trx
    .updateTable('users')
    .set({ emailVerified: true, updatedAt: sql`now()` })
    .where('id', '=', userId)
    .where('emailVerified', '=', false)
    .executeTakeFirst()
  if (keep || first.numUpdatedRows === 0n) return false
  for (const table of ['accounts', 'passkeys', 'secondFactors'] as const)
    await trx.deleteFrom(table).where('userId', '=', userId).execute()
  await trx.updateTable('users').set({ twoFactorEnabled: false }).where('id', '=', userId).execute()
  await endSessions(trx, userId)
  return true
}

/** @returns whether it was changed: not when the hash `before` is no longer stored, because another tab was faster */
export async function changePassword(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
  before: string,
  typed: string,
) {
  const password = await hashPassword(typed)
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('accounts')
      .set({ password, updatedAt: sql`now()` })
      .where('providerId', '=', 'credential')
      .where('userId', '=', userId)
      .where('password', '=', before)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return false
    await trx.deleteFrom('mailedLinks').where('userId', '=', userId).where('purpose', '=', 'reset').execute()
    await endOtherSessions(trx, userId, sessionId)
    return true
  })
}

/** Of a row of `users`: the numbers of those who have blocked them or are blocked by them. */
export const blocked = sql<number[]>`array(
  select number from biodata where id in (
    select blocked_id from blocks where blocker_id = users.id
    union all select blocker_id from blocks where blocked_id = users.id
  )
)`

/**
 * A session and the person behind it, of whom role and premium are read on every request and never kept: taking them away
 * works at once.
 */
export async function findSession(db: Db, token: string) {
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .leftJoin('premium', 'premium.userId', 'users.id')
    .select(['sessions.id as sessionId', 'sessions.createdAt as began', 'sessions.expiresAt', 'sessions.confirmedAt'])
    .select(['users.id as userId', 'users.email', 'users.name', 'users.emailVerified as isVerified', 'users.language'])
    .select('users.twoFactorEnabled as hasSecondFactor')
    .select([
      sql<boolean>`users.role = 'admin'`.as('isAdmin'),
      sql<boolean>`premium.status is not distinct from 'approve'`.as('isPremium'),
      sql<boolean>`exists (select from biodata where id = users.id and presence = 'paused')`.as('isPaused'),
      blocked.as('blocked'),
      // More than nine are not counted.
      sql<number>`(select count(*) from (
        select from notifications where user_id = users.id and seen_at is null limit 10
      ) news)::int`.as('news'),
    ])
    .where('sessions.token', '=', token)
    // Of somebody who is suspended no session is left; this is for one that began in the same moment.
    .where('users.suspendedAt', 'is', null)
    .executeTakeFirst()
  if (!found) return undefined
  const { began, expiresAt, confirmedAt, hasSecondFactor, ...member } = found
  return { session: { began, expiresAt, confirmedAt }, hasSecondFactor, member: { kind: 'member' as const, ...member } }
}

export async function listSessions(db: Db, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'userAgent', 'updatedAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('updatedAt', 'desc')
    .limit(100)
    .execute()
}

export async function hasSignedInSince(db: Db, sessionId: string, moment: Date) {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('createdAt', '>', moment)
    .executeTakeFirst()
  return session !== undefined
}

export async function endSession(db: Db, userId: string, id: string) {
  const ended = await db.deleteFrom('sessions').where('id', '=', id).where('userId', '=', userId).executeTakeFirst()
  return Number(ended.numDeletedRows)
}

export async function endSessions(db: Db, userId: string) {
  await db.deleteFrom('sessions').where('userId', '=', userId).execute()
}

/** The person behind a session has given the password again. */
export async function confirmSession(db: Db, sessionId: string, now: Date) {
  await db.updateTable('sessions').set({ confirmedAt: now }).where('id', '=', sessionId).execute()
}

export async function endOtherSessions(db: Db, userId: string, sessionId: string) {
  const ended = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '<>', sessionId)
    .executeTakeFirst()
  return Number(ended.numDeletedRows)
}

/** Ends all but the `most` sessions of a person that were used last. */
export async function endSessionsBeyond(db: Db, userId: string, most: number) {
  await db
    .deleteFrom('sessions')
    .where('id', 'in', (from) =>
      from.selectFrom('sessions').select('id').where('userId', '=', userId).orderBy('updatedAt', 'desc').offset(most),
    )
    .execute()
}

/** Ended sessions, and links that were never used, are of no use to anybody. */
export async function forgetEnded(db: Db, now: Date) {
  for (const table of ['sessions', 'mailedLinks', 'verifications'] as const)
    await db.deleteFrom(table).where('expiresAt', '<', now).execute()
}
