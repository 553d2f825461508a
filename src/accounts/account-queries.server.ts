import { type Selectable, sql, type Transaction } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import type { Language } from '#src/platform/i18n/texts.tsx'

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

/** As better-auth keeps it: the account of the provider `credential` has the person's id. */
async function setPassword(trx: Transaction<Schema>, userId: string, password: string) {
  await trx
    .insertInto('accounts')
    .values({ userId, providerId: 'credential', accountId: userId, password })
    .onConflict((conflict) =>
      conflict.columns(['providerId', 'accountId']).doUpdateSet({ password, updatedAt: sql`now()` }),
    )
    .execute()
}

/** Sets a password that came with a link from a mail. The email is proved by that, and every session ends. */
export async function resetPassword(trx: Transaction<Schema>, userId: string, password: string) {
  await proveEmail(trx, userId)
  await trx.deleteFrom('sessions').where('userId', '=', userId).execute()
  await setPassword(trx, userId, password)
}

/**
 * Somebody has proved that the email of an account is theirs. Before, anybody could have set it up with this address:
 * the first proof throws out every password, identity and session that was there, unless `keep` says that the same
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
  await trx.deleteFrom('accounts').where('userId', '=', userId).execute()
  await trx.deleteFrom('sessions').where('userId', '=', userId).execute()
  return true
}

/** @returns whether it was changed: not when `before` is no longer the password, because another tab was faster */
export async function changePassword(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
  before: string,
  password: string,
) {
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

export async function photoOf(db: Db, userId: string) {
  const row = await db.selectFrom('users').select('image').where('id', '=', userId).executeTakeFirst()
  return row?.image ?? undefined
}

/** Changes what is given. @returns 0 when it was so before */
export async function changeAccount(
  db: Db,
  userId: string,
  { name, image }: { name?: string | undefined; image?: string | undefined },
) {
  const changed = await db
    .updateTable('users')
    .set({ name, image, updatedAt: sql`now()` })
    .where('id', '=', userId)
    .where((or) =>
      or.or([
        or('name', 'is distinct from', name ?? or.ref('name')),
        or('image', 'is distinct from', image ?? or.ref('image')),
      ]),
    )
    .executeTakeFirst()
  return Number(changed.numUpdatedRows)
}

/** The language somebody reads the site in; mails are written in it. */
export async function setLanguage(db: Db, userId: string, language: Language) {
  await db.updateTable('users').set({ language }).where('id', '=', userId).execute()
}

/**
 * Deletes a person with everything that belongs to them; what stays, and what is paid back, is in
 * migrations/0003-accounts.sql.
 * @returns false for the last administrator, without whom nobody could approve anything
 */
export async function deleteUser(db: Db, userId: string) {
  return db.transaction().execute(async (trx) => {
    // All of them are held, so that the last two cannot leave at once.
    const admins = await trx
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .orderBy('id')
      .forUpdate()
      .execute()
    if (admins.length === 1 && admins[0]!.id === userId) return false
    // First, in the order in which settling a payment takes things: it waits for us, or we for it.
    await trx
      .selectFrom('payments')
      .select('id')
      .where((or) => or.or([or('userId', '=', userId), or('biodataId', '=', userId)]))
      .orderBy('id')
      .forUpdate()
      .execute()
    await trx.deleteFrom('users').where('id', '=', userId).execute()
    return true
  })
}

/** Moments as the wire has them. */
type OnTheWire<T> = { [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K] }
const onTheWire = <T extends object>(row: T) =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
  ) as OnTheWire<T>

/**
 * Everything that is stored about a person, as it was at one moment and on one connection: a download must not take all
 * of them. The contract's schema leaves out what is secret.
 */
export async function everythingAbout(db: Db, { id, email }: Pick<Selectable<Schema['users']>, 'id' | 'email'>) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const account = await trx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const biodata = await trx.selectFrom('biodata').selectAll().where('id', '=', id).executeTakeFirst()
      const premium = await trx.selectFrom('premium').selectAll().where('userId', '=', id).executeTakeFirst()
      const signIns = trx
        .selectFrom('accounts')
        .select(['providerId', 'accountId', 'createdAt'])
        .where('userId', '=', id)
      const sessions = trx
        .selectFrom('sessions')
        .select(['ipAddress', 'userAgent', 'createdAt', 'updatedAt', 'expiresAt'])
        .where('userId', '=', id)
      const favourites = trx
        .selectFrom('favourites')
        .innerJoin('biodata', 'biodata.id', 'favourites.biodataId')
        .select(['biodata.number', 'favourites.createdAt'])
        .where('ownerId', '=', id)
      const mails = trx
        .selectFrom('outbox')
        .select(['kind', 'status', 'createdAt', 'sentAt'])
        .where('recipient', '=', email)
      const administration = trx.selectFrom('auditLog').select(['at', 'action']).where('actorId', '=', id)
      return {
        account: onTheWire(account),
        biodata: biodata ? onTheWire(biodata) : null,
        premium: premium ? onTheWire(premium) : null,
        signIns: (await signIns.execute()).map(onTheWire),
        sessions: (await sessions.execute()).map(onTheWire),
        favourites: (await favourites.execute()).map(onTheWire),
        contactRequests: (await trx.selectFrom('contactRequests').selectAll().where('userId', '=', id).execute()).map(
          onTheWire,
        ),
        payments: (await trx.selectFrom('payments').selectAll().where('userId', '=', id).execute()).map(onTheWire),
        mails: (await mails.execute()).map(onTheWire),
        administration: (await administration.execute()).map(onTheWire),
      }
    })
}
