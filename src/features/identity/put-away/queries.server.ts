import { sql } from 'kysely'
import { holdSession, lockPaymentsFor, type SignedIn } from '#src/features/users/index.server.ts'
import type { Db, Trx } from '#src/platform/db/open.server.ts'
import { oneRow } from '#src/platform/db/rows.server.ts'

// What each of these changes stands in put-away.sql: it is the tables of many features.

/** Puts away what an account wrote. Hold the payments for its contact first: pausing a biodata ends requests. */
export async function putAway(trx: Trx, userId: string) {
  await sql`select put_away_unproved(${userId})`.execute(trx)
  // The default is when this transaction began. A save that came between would count as one by the owner.
  await trx.updateTable('putAway').set({ at: sql`clock_timestamp()` }).where('userId', '=', userId).execute()
}

export const findPutAway = (db: Db, userId: string) =>
  db.selectFrom('putAway').selectAll().where('userId', '=', userId).executeTakeFirst()

/** The person says in this session whether it is theirs: it comes back, or goes. @returns 0 where nothing was put away */
export async function decidePutAway(db: Db, owner: SignedIn, isTheirs: boolean) {
  const { userId, sessionId } = owner
  return db.transaction().execute(async (trx) => {
    await lockPaymentsFor(trx, userId)
    // Who wrote it must not answer for the owner with a request that was under way at the proof.
    await holdSession(trx, owner)
    const decide = isTheirs ? sql`bring_back(${userId}, ${sessionId})` : sql`remove_put_away(${userId})`
    return Number((await oneRow<{ done: boolean }>(trx)`select ${decide} as done`).done)
  })
}
