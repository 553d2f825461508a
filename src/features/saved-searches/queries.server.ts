import { sql } from 'kysely'
import { type Excluded, toCard } from '#src/features/biodata/index.server.ts'
import { publishedCards } from '#src/features/browse/index.server.ts'
import { newestNumber } from '#src/features/search/index.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { allRows, countWritten } from '#src/platform/db/rows.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { type HowOften, mostSearches, nextDue, usualHowOften } from './policy.ts'

export const listSearchesOf = (db: Db, ownerId: string) =>
  db
    .selectFrom('savedSearches')
    .select(['id', 'name', 'search', 'howOften'])
    .where('ownerId', '=', ownerId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** @returns its id, or that of the same search from before. @throws Problem when all places are taken */
export async function insertSearch(
  db: Db,
  ownerId: string,
  { name, search }: { name: string; search: string },
  now: Date,
): Promise<string> {
  // Others may take the same place in the same moment.
  for (let tries = 0; tries <= mostSearches; tries++) {
    const [saved] = await allRows<{ id: string }>(db)`
      insert into saved_searches (owner_id, place, name, search, how_often, due_at, told_up_to)
      select ${ownerId}, place, ${name}, ${search}, ${usualHowOften}, ${nextDue(usualHowOften, now)}, ${newestNumber}
      from generate_series(1, ${mostSearches}) place
      where not exists (select from saved_searches other where other.owner_id = ${ownerId} and other.place = place.place)
      order by place limit 1
      on conflict do nothing returning id`
    if (saved) return saved.id
    const own = await listSearchesOf(db, ownerId)
    const same = own.find((one) => one.search === search)
    if (same) return same.id
    if (own.length >= mostSearches) break
  }
  throw new Problem('conflict', {
    code: 'too-many-searches',
    detail: `There are ${mostSearches} saved searches at most. Remove one of them.`,
  })
}

/** A search that told of nobody tells of those who come from now on. */
export function updateSearch(
  db: Db,
  ownerId: string,
  id: string,
  { name, howOften }: { name?: string | undefined; howOften?: HowOften | undefined },
  now: Date,
) {
  const dueAt = howOften && nextDue(howOften, now)
  return countWritten(db)`
    update saved_searches set name = coalesce(${name}, name), how_often = coalesce(${howOften}, how_often),
      due_at = case coalesce(${howOften}, how_often) when how_often then due_at else ${dueAt}::timestamptz end,
      told_up_to = case how_often when 'never' then ${newestNumber} else told_up_to end
    where id = ${id} and owner_id = ${ownerId}`
}

export const deleteSearch = (db: Db, ownerId: string, id: string) =>
  countWritten(db)`delete from saved_searches where id = ${id} and owner_id = ${ownerId}`

export async function cardsByNumber(db: Db, numbers: readonly number[], today: string, excluded: Excluded) {
  const isAsked = sql<number>`any(${numbers}::integer[])`
  const rows = await publishedCards(db, excluded).where('number', '=', isAsked).execute()
  const cards = new Map(rows.map((row) => [row.number, toCard(today, row)]))
  return numbers.flatMap((number) => cards.get(number) ?? [])
}
