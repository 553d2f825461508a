import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { dayOf } from '#src/platform/clock.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import { unseen } from '#src/sign-in/queries.server.ts'
import { findNewCards } from '../find/news.server.ts'
import { newestNumber } from '../visit.server.ts'
import { isQuiet, nextDue } from './policy.ts'
import { soughtOf } from './search.ts'

/** Somebody new fits a saved search. */
export interface NewPeople {
  userId: string
  /** The same for whoever would tell of the same people: it is told of once. */
  cause: string
  search: string
  name: string
  found: number
}
type Tell = (trx: Transaction<Schema>, news: NewPeople) => Promise<unknown>

/** So many searches are looked for in one run; the others in the next one. */
const mostOfOneRun = 3_000
/** Who has just been told is not told at once again, in milliseconds. */
const pause = 4 * 60_000

/**
 * Looks for everything that is due, and tells whose search finds somebody new: each search and each period once, however
 * many servers do this at the same time. Nothing is told to the suspended, nor to whom `mustBeConfirmed` and have not
 * confirmed their email.
 * @returns how many searches were looked for
 */
export async function tellOfNewPeople(db: Db, now: Date, mustBeConfirmed: boolean, tell: Tell): Promise<number> {
  const { newest } = await sql<{ newest: number }>`select ${newestNumber} as newest`
    .execute(db)
    .then(({ rows }) => rows[0]!)
  const isDue = [
    sql<SqlBool>`due_at <= ${now}`,
    ...(isQuiet(now)
      ? []
      : [
          sql<SqlBool>`how_often = 'at once' and told_up_to < ${newest}
            and coalesce(told_at <= ${new Date(now.getTime() - pause)}, true)`,
        ]),
  ]
  let looked = 0
  for (const due of isDue)
    while (looked < mostOfOneRun && (await lookForOne(db, due, newest, now, mustBeConfirmed, tell))) looked++
  return looked
}

/** @returns whether one was due that nobody else is looking for */
const lookForOne = (
  db: Db,
  due: RawBuilder<SqlBool>,
  newest: number,
  now: Date,
  mustBeConfirmed: boolean,
  tell: Tell,
) =>
  db.transaction().execute(async (trx) => {
    const claimed = await claim(trx, due)
    if (!claimed) return false
    const { id, ownerId, name, howOften, toldUpTo, isConfirmed, suspendedAt } = claimed
    const isTold = !suspendedAt && (isConfirmed || !mustBeConfirmed)
    const found = isTold ? await countNew(trx, claimed, newest, now) : 0
    if (found > 0) await tell(trx, { userId: ownerId, cause: `${id} ${toldUpTo}`, search: id, name, found })
    await trx
      .updateTable('savedSearches')
      .set({ toldUpTo: newest, dueAt: nextDue(howOften, now), ...(found > 0 && { toldAt: now }) })
      .where('id', '=', id)
      .execute()
    return true
  })

type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>

const claim = (trx: Transaction<Schema>, due: RawBuilder<SqlBool>) =>
  trx
    .selectFrom('savedSearches as saved')
    .innerJoin('users', 'users.id', 'saved.ownerId')
    .leftJoin('biodata', 'biodata.id', 'saved.ownerId')
    .select(['saved.id', 'saved.ownerId', 'saved.name', 'saved.search', 'saved.howOften', 'saved.toldUpTo'])
    .select(['users.emailVerified as isConfirmed', 'users.suspendedAt', 'biodata.number', 'biodata.gender'])
    .select(unseen.as('unseen'))
    .where(due)
    .limit(1)
    .forUpdate('saved')
    .skipLocked()
    .executeTakeFirst()

/** How many whom the owner would find have come since the owner was told last. */
async function countNew(trx: Transaction<Schema>, of: Claimed, upTo: number, now: Date) {
  const { search, toldUpTo: newerThan, number, gender, unseen } = of
  const sought = soughtOf(search)
  if (!sought) return 0
  const own = number === null || gender === null ? undefined : { number, gender }
  const { total, atLeast } = await findNewCards(trx, { newerThan, upTo, own }, sought, dayOf(now), 0, unseen)
  return total ?? atLeast!
}
