import { sql } from 'kysely'
import { agoFrom } from '#src/platform/db/ago.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { crowdOf, crowdsOf, toldFor } from './policy.ts'

/**
 * More than so many are told as one that may be anybody: a page that holds something about people asks for all of it.
 */
const mostTold = 200
/** Milliseconds between two of these. */
const restBetween = 10_000

/** What open pages are told: nobody's number, but the crowd that they are in. */
export async function listRecentWithdrawals(db: Db) {
  // By the database's clock, as they were written.
  const { rows } = await sql<{ person: number | null; at: string | null; tag: string | null; people: number }>`
    select person, at, tag, people from
      (select coalesce(max(number), 0) as people from biodata) all_of_them
      left join lateral (
        select person, floor(extract(epoch from at) * 1000)::text as at, tag from withdrawals
        where at > now() - make_interval(secs => ${sql.lit(toldFor)}) order by at desc limit ${sql.lit(mostTold + 1)}
      ) recent on true`.execute(db)
  if (rows.length > mostTold) return { crowds: 1, recent: [`0.${Math.floor(Number(rows[0]!.at) / restBetween)}`] }
  const crowds = crowdsOf(rows[0]!.people)
  const recent = rows.flatMap(({ person, tag }) => (person === null ? [] : [`${crowdOf(person, crowds)}.${tag}`]))
  // Not in the order in which they were written: the two sides of a block are neighbours there.
  return { crowds, recent: recent.toSorted() }
}

export async function personKeyOf(db: Db, userId: string) {
  const { rows } = await sql<{ key: number }>`select person_key(${userId}) as key`.execute(db)
  return rows[0]!.key
}

export const withdrawalsAreKept = '60 minutes'

export async function forgetWithdrawals(db: Db, now: Date) {
  await db.deleteFrom('withdrawals').where('at', '<', agoFrom(now, withdrawalsAreKept)).execute()
}
