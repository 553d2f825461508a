import { sql } from 'kysely'
import { record } from '#src/platform/db/audit.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { User } from './contract.ts'
import type { Member } from './viewer.ts'

/** Role and premium are read on every request, never from the session: taking them away works at once. */
export async function viewerOfUser(db: Db, userId: string): Promise<Omit<Member, 'sessionId'> | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('premium', 'premium.userId', 'users.id')
    .select(['users.id', 'users.email', 'users.name', 'users.role', 'premium.status'])
    .select(['users.emailVerified', 'users.language'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return (
    row && {
      kind: 'member',
      userId: row.id,
      email: row.email,
      isVerified: row.emailVerified,
      language: row.language,
      name: row.name,
      isAdmin: row.role === 'admin',
      isPremium: row.status === 'approve',
    }
  )
}

export async function userIdOf(db: Db, email: string) {
  const row = await db.selectFrom('users').select('id').where(sql`lower(email)`, '=', email).executeTakeFirst()
  return row?.id
}

export async function isAdmin(db: Db, email: string) {
  const row = await db.selectFrom('users').select('role').where(sql`lower(email)`, '=', email).executeTakeFirst()
  return row?.role === 'admin'
}

/** Newest first; `search` matches a part of the name or email. */
export async function listUsers(
  db: Db,
  {
    limit,
    after,
    search,
  }: { limit: number; after?: readonly [createdAt: string, id: string] | undefined; search?: string | undefined },
): Promise<(User & { createdAt: string })[]> {
  const pattern = search && `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const rows = await db
    .selectFrom('users')
    .leftJoin('biodata', 'biodata.id', 'users.id')
    .leftJoin('premium', 'premium.userId', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.role', 'biodata.number', 'premium.status'])
    // As text, with all its microseconds: a Date would lose them and the next page would repeat or skip rows.
    .select(sql<string>`users.created_at::text`.as('createdAt'))
    .$if(after !== undefined, (q) =>
      q.where(sql<boolean>`(users.created_at, users.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`),
    )
    .$if(!!pattern, (q) =>
      q.where((or) => or.or([or('users.name', 'ilike', pattern!), or('users.email', 'ilike', pattern!)])),
    )
    .orderBy('users.createdAt', 'desc')
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ number, status, ...row }) => ({ ...row, number: number ?? 0, premium: status === 'approve' }))
}

/** @returns how many users changed: 0 for one who already is, undefined when there is no such user */
export async function makeAdmin(db: Db, actorId: string | null, id: string) {
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('users')
      .set({ role: 'admin' })
      .where('id', '=', id)
      .where('role', '<>', 'admin')
      .executeTakeFirst()
    if (changed.numUpdatedRows > 0n) {
      await record(trx, actorId, 'made admin', id)
      return 1
    }
    return (await trx.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) ? 0 : undefined
  })
}
