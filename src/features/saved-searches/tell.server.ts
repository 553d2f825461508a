import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { blocked } from '#src/features/identity/index.server.ts'
import { notify } from '#src/features/notifications/index.server.ts'
import { findNewCards, newestNumber, peopleOf } from '#src/features/search/index.server.ts'
import { dayOf, isNight } from '#src/platform/clock.ts'
import type { Db, Trx } from '#src/platform/db/open.server.ts'
import { soughtOf } from './contract.ts'
import { nextDue } from './policy.ts'

/** Searches of one kind in one run; the next run looks for the others. */
const mostOfOneRun = 3_000
/** Milliseconds in which nobody is told at once again. */
const pause = 4 * 60_000

interface Due {
  by: 'dueAt' | 'toldUpTo'
  is: RawBuilder<SqlBool>
}

/**
 * Tells of each search and period once, on any number of servers. Leaves out the suspended and, with `mustBeConfirmed`,
 * unconfirmed emails. @returns how many searches were looked for
 * @throws AggregateError of those that failed, after all others; they come again at their next time
 */
export async function tellOfNewPeople(
  db: Db,
  now: Date,
  mustBeConfirmed: boolean,
  most = mostOfOneRun,
): Promise<number> {
  const { rows } = await sql<{ newest: number }>`select ${newestNumber} as newest`.execute(db)
  const { newest } = rows[0]!
  const due: Due[] = [{ by: 'dueAt', is: sql`due_at <= ${now}` }]
  // By night nobody is told at once; by day they go first: all of a week or a day are due in the same minute.
  if (!isNight(now)) {
    const isTold = sql`told_at > ${new Date(now.getTime() - pause)}`
    due.unshift({
      by: 'toldUpTo',
      is: sql`how_often = 'at once' and told_up_to < ${newest} and (${isTold}) is not true`,
    })
  }
  let looked = 0
  /** By the ids of the searches. */
  const failed = new Map<string, unknown>()
  for (const one of due) for (let left = most; left > 0 && (await lookForOne(one)); left--) looked++
  const [cause] = failed.values()
  if (failed.size > 0) throw new AggregateError(failed.values(), `${failed.size} searches failed`, { cause })
  return looked

  /** @returns whether one was due that nobody else is looking for */
  function lookForOne(due: Due) {
    return db.transaction().execute(async (trx) => {
      const claimed = await claim(trx, due, [...failed.keys()])
      if (!claimed) return false
      await sql`savepoint looking`.execute(trx)
      try {
        await lookFor(trx, claimed)
      } catch (error) {
        failed.set(claimed.id, error)
        await sql`rollback to savepoint looking`.execute(trx)
        // Whom it was told of stays, so that nobody is missed next time.
        const dueAt = nextDue(claimed.howOften, now)
        await trx.updateTable('savedSearches').set({ dueAt }).where('id', '=', claimed.id).execute()
      }
      return true
    })
  }

  async function lookFor(trx: Trx, claimed: Claimed) {
    const { id, ownerId, name, howOften, toldUpTo, isConfirmed, suspendedAt } = claimed
    const isTold = !suspendedAt && (isConfirmed || !mustBeConfirmed)
    const found = isTold ? await countNew(trx, claimed, newest, now) : 0
    if (found > 0)
      await notify(trx, {
        to: ownerId,
        kind: 'search',
        // Nobody is told twice of the same people, by another search neither.
        cause: `${id} ${toldUpTo}`,
        about: { id, name, found },
        mail: { kind: 'search', found },
      })
    await trx
      .updateTable('savedSearches')
      .set({ toldUpTo: Math.max(toldUpTo, newest), dueAt: nextDue(howOften, now), ...(found > 0 && { toldAt: now }) })
      .where('id', '=', id)
      .execute()
  }
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>

const claim = (trx: Trx, { by, is }: Due, failed: string[]) =>
  trx
    .selectFrom('savedSearches as saved')
    .innerJoin('users', 'users.id', 'saved.ownerId')
    .leftJoin('biodata', 'biodata.id', 'saved.ownerId')
    .select(['saved.id', 'saved.ownerId', 'saved.name', 'saved.search', 'saved.howOften', 'saved.toldUpTo'])
    .select(['users.emailVerified as isConfirmed', 'users.suspendedAt', 'biodata.number', 'biodata.gender'])
    // Administrators see everybody.
    .select(sql<number[]>`case when users.role = 'admin' then '{}' else ${blocked} end`.as('blocked'))
    .where(is)
    // One at once is due until it was looked for.
    .where(sql<SqlBool>`saved.id <> all(${failed}::uuid[])`)
    .orderBy(`saved.${by}`)
    .limit(1)
    .forUpdate('saved')
    .skipLocked()
    .executeTakeFirst()

async function countNew(trx: Trx, of: Claimed, upTo: number, now: Date) {
  const { search, toldUpTo: newerThan, number, gender, blocked } = of
  const sought = soughtOf(search)
  if (!sought) return 0
  const own = number === null || gender === null ? undefined : { number, gender }
  return peopleOf(await findNewCards(trx, { newerThan, upTo, own }, sought, dayOf(now), 0, blocked)).people
}
