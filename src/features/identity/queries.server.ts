import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Mail } from '#src/features/mail/index.ts'
import { notify } from '#src/features/notifications/index.server.ts'
import { holdUser, lockPaymentsFor, type SignedIn } from '#src/features/users/index.server.ts'
import type { Db, Trx } from '#src/platform/db/open.server.ts'
import { countWritten } from '#src/platform/db/rows.server.ts'
import { hashPassword } from './password.server.ts'
import { putAway } from './put-away/queries.server.ts'

/** The stored hash of the person with this id or email; undefined for a person who has no password, or nobody. */
export async function passwordOf(db: Db, person: string, by: 'id' | 'email' = 'id') {
  const row = await db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.userId')
    .select('accounts.password')
    .where('providerId', '=', 'credential')
    .where(`users.${by}`, '=', person)
    .executeTakeFirst()
  return row?.password ?? undefined
}

/** What opens a session: a password, an account at an issuer, or a row of one of the tables. */
export type WayIn = { hash: string | undefined } | 'issuer' | 'passkeys' | 'secondFactors'

/** Ends a session whose way in is gone, or it would outlive a password change. @returns whether the session lives */
export const keepIfStillAWayIn = (db: Db, token: string, way: WayIn) =>
  db.transaction().execute(async (trx) => {
    const session = await trx.selectFrom('sessions').selectAll().where('token', '=', token).executeTakeFirst()
    if (!session) return false
    const { id, userId } = session
    await holdUser(trx, userId)
    if (await isWayIn(trx, userId, way)) return true
    await endSession(trx, userId, id)
    return false
  })

async function isWayIn(trx: Db, userId: string, way: WayIn) {
  if (typeof way === 'object') return way.hash !== undefined && way.hash === (await passwordOf(trx, userId))
  if (way !== 'issuer') return hasOne(trx, way, userId)
  return (await accountsOf(trx, userId).where('providerId', '<>', 'credential').executeTakeFirst()) !== undefined
}

const accountsOf = (db: Db, userId: string) => db.selectFrom('accounts').select('id').where('userId', '=', userId)

export async function browsersKnownOf(db: Db, email: string) {
  const row = await db.selectFrom('users').select('browsersKnown').where('email', '=', email).executeTakeFirst()
  return row?.browsersKnown ?? 0
}

const forgetBrowsers = (trx: Trx, userId: string) =>
  trx.updateTable('users').set({ browsersKnown: sql`browsers_known + 1` }).where('id', '=', userId).execute()

const hasOne = async (db: Db, table: 'passkeys' | 'secondFactors', userId: string) =>
  (await db.selectFrom(table).select('id').where('userId', '=', userId).executeTakeFirst()) !== undefined

export const hasPasskey = (db: Db, userId: string) => hasOne(db, 'passkeys', userId)

/** Tells a person what was changed about the account, here and by mail, whatever they have chosen to be told. */
export const tellOfChange = (
  trx: Trx,
  userId: string,
  mail: Extract<Mail, { kind: 'account-changed' | 'second-factor' }>,
) => notify(trx, { to: userId, kind: 'security', cause: randomUUID(), about: {}, mail })

/** Tells a person that an issuer opens the account too, unless the account began with that. */
export const tellOfNewIssuer = (db: Db, userId: string) =>
  db.transaction().execute(async (trx) => {
    const ways = await accountsOf(trx, userId).limit(2).execute()
    if (ways.length > 1) await tellOfChange(trx, userId, { kind: 'account-changed', change: 'issuer' })
  })

/** An issuer's word proves the email as a mailed link does: an account set up with it before is theirs from then on. */
export async function proveByIssuer(db: Db, email: string) {
  const persons = db.selectFrom('users').select('id').where('email', '=', email.toLowerCase())
  const person = await persons.where('emailVerified', '=', false).executeTakeFirst()
  if (!person) return
  await db.transaction().execute(async (trx) => {
    await lockPaymentsFor(trx, person.id)
    await proveEmail(trx, person.id)
  })
}

/** The link from the mail proves the email, and every session ends. */
export async function resetPassword(trx: Trx, userId: string, hash: string) {
  await proveEmail(trx, userId)
  await endSessions(trx, userId)
  await forgetBrowsers(trx, userId)
  // As better-auth keeps it: the account of the provider `credential` has the person's id.
  await sql`
    insert into accounts (user_id, provider_id, account_id, password)
    values (${userId}, 'credential', ${userId}, ${hash})
    on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()`.execute(trx)
  await tellOfChange(trx, userId, { kind: 'account-changed', change: 'reset' })
}

/**
 * The first proof throws out all ways in and puts away what was written: anybody could have set up this account
 * ("account pre-hijacking", Sudhodanan and Paverd, USENIX Security 2022). `keep`: the same person has them.
 * Hold the payments for the contact first. @returns whether it did
 */
export async function proveEmail(trx: Trx, userId: string, keep = false) {
  const first = await sql`
    update users set email_verified = true, updated_at = now()
    where id = ${userId} and not email_verified`.execute(trx)
  if (keep || !first.numAffectedRows) return false
  // An imported person had no way in, so nobody has written anything as them.
  if (await accountsOf(trx, userId).executeTakeFirst()) await putAway(trx, userId)
  for (const table of ['accounts', 'passkeys', 'secondFactors'] as const)
    await trx.deleteFrom(table).where('userId', '=', userId).execute()
  await trx.updateTable('users').set({ twoFactorEnabled: false }).where('id', '=', userId).execute()
  await endSessions(trx, userId)
  await forgetBrowsers(trx, userId)
  return true
}

/** @returns whether it was changed: not when the hash `before` is no longer stored, because another tab was faster */
export async function changePassword(db: Db, { userId, sessionId }: SignedIn, before: string, typed: string) {
  const password = await hashPassword(typed)
  return db.transaction().execute(async (trx) => {
    // A sign-in that is under way is found out by this, see `keepIfStillAWayIn`.
    await holdUser(trx, userId)
    const changed = await sql`
      update accounts set password = ${password}, updated_at = now()
      where provider_id = 'credential' and user_id = ${userId} and password = ${before}`.execute(trx)
    if (!changed.numAffectedRows) return false
    await trx.deleteFrom('mailedLinks').where('userId', '=', userId).where('purpose', '=', 'reset').execute()
    await endOtherSessions(trx, userId, sessionId)
    await tellOfChange(trx, userId, { kind: 'account-changed', change: 'password' })
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

/** Reads role and premium on every request and never caches them: taking them away works at once. */
export async function findSession(db: Db, token: string, now: Date) {
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
      sql<'asked' | 'paused' | null>`(select case when paused_at is null then 'asked' else 'paused' end
        from confirm_questions where owner_id = users.id)`.as('question'),
      sql<boolean>`exists (select from biodata where id = users.id)`.as('hasBiodata'),
      sql<boolean>`exists (select from guardianships where guardian_id = users.id and ended_at is null)`.as(
        'isGuardian',
      ),
      sql<boolean>`exists (select from put_away where user_id = users.id)`.as('isPutAway'),
      blocked.as('blocked'),
      sql<number>`(select count(*) from (
        select from notifications where user_id = users.id and seen_at is null and (not_before is null or not_before <= ${now}) limit 10
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

export const listSessions = (db: Db, userId: string) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('updatedAt', 'desc')
    .execute()

export async function hasSignedInSince(db: Db, sessionId: string, moment: Date) {
  const session = db.selectFrom('sessions').select('id').where('id', '=', sessionId)
  return (await session.where('createdAt', '>', moment).executeTakeFirst()) !== undefined
}

export const endSession = (db: Db, userId: string, id: string) =>
  countWritten(db)`delete from sessions where id = ${id} and user_id = ${userId}`

export const endSessions = (db: Db, userId: string) => db.deleteFrom('sessions').where('userId', '=', userId).execute()

export const confirmSession = (db: Db, sessionId: string, now: Date) =>
  db.updateTable('sessions').set({ confirmedAt: now }).where('id', '=', sessionId).execute()

export const endOtherSessions = (db: Db, userId: string, sessionId: string) =>
  countWritten(db)`delete from sessions where user_id = ${userId} and id <> ${sessionId}`

export async function endSessionsBeyond(db: Db, userId: string, most: number) {
  const own = db.selectFrom('sessions').select('id').where('userId', '=', userId)
  await db.deleteFrom('sessions').where('id', 'in', own.orderBy('updatedAt', 'desc').offset(most)).execute()
}
