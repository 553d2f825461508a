import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'
import { latinDigits } from '#src/platform/digits.ts'

/** About so many rows of a list tell how many a search finds, and where. */
const sampled = 1_000
/** One list in fifty has so many gaps before its first find, unless its order keeps finds together. */
const chanceGaps = 4

/** What a search looks at; `sounds` is kept of the name (migrations/0001-people.sql). */
type Person = Record<'name' | 'email' | 'sounds', RawBuilder<unknown>>

interface Searched extends Person {
  table: string
  as: string
  order: { orderBy: RawBuilder<unknown>; isBeyond: RawBuilder<boolean> | undefined; limit: number }
  /** So many rows can be walked for what it costs to take one that is found. */
  perFind: number
}

/** For an index per order with name, email and sounds: 5 to 16 µs a find, 8 µs a row that is walked (decision 016). */
const indexed = 4

/** A number means a biodata. Words begin words of name or email; in the other script they begin to sound like them. */
export function readSearch(search: string | undefined): { number?: number; words?: string } {
  const digits = latinDigits(search ?? '').match(/^\s*(?:#|[a-z]{2,9}-)?(\d{1,9})\s*$/i)?.[1]
  if (digits !== undefined) return { number: Number(digits) }
  return search ? { words: search } : {}
}

/** The words stand in a query of their own, or PostgreSQL would take them apart for every row. */
export const matching = ({ name, email, sounds }: Person, words: string) =>
  sql<boolean>`user_words(${name}, ${email}, ${sounds}) @@ (select words_query(${words}))`

/** For `$call`. Takes and sorts few finds; for many it walks the list in its order until a page is full. */
export async function narrowing(db: Db, list: Omit<Searched, 'perFind'>, words: string | undefined) {
  const isRare = words !== undefined && (await isFound(db, { ...list, perFind: indexed }, words)) === 'seldom'
  return <DB, T extends keyof DB, O>(query: SelectQueryBuilder<DB, T, O>) => {
    if (words === undefined) return query
    // OFFSET: take the finds first. COALESCE: no index finds them, and the planner takes half of all for finds.
    return isRare
      ? query.where(matching(list, words)).offset(sql<number>`0`)
      : query.where(sql<boolean>`coalesce(${matching(list, words)}, false)`)
  }
}

/** A sample tells what reads less, which the planner cannot know. A wrong answer costs time and changes no finds. */
export async function isFound(db: Db, { table, as, order, perFind, ...person }: Searched, words: string) {
  const { rows } = await sql<{ share: number; hits: number; rest: number; before: number; ahead: number }>`
    with share as (
      select least(1, ${sampled} / greatest(1, reltuples)) as share from pg_class where oid = ${table}::regclass
    )
    select share, (count(*) filter (where is_match))::int as hits, (count(*) filter (where is_beyond))::int as rest,
      (count(*) filter (where is_beyond and place < first))::int as before,
      (count(*) filter (where is_beyond and is_match))::int as ahead
    from share left join (
      select place, is_match, is_beyond, min(place) filter (where is_match and is_beyond) over () as first
      from (
        select ${matching(person, words)} as is_match, ${order.isBeyond ?? sql`true`} as is_beyond,
          row_number() over (order by ${order.orderBy}) as place
        from ${sql.table(table)} as ${sql.ref(as)} tablesample system ((select 100 * share from share)) repeatable (0)
      ) looked
    ) placed on true
    group by share`.execute(db)
  const { share, hits, rest, before, ahead } = rows[0]!
  const toTheEnd = rest / share
  const gap = rest / ahead
  // Where finds lie anywhere the first of the sample is some gaps from the top by chance.
  const toTheFirst = before > chanceGaps * gap ? before / share : 0
  const walked = ahead === 0 ? toTheEnd : Math.min(toTheEnd, toTheFirst + order.limit * gap)
  return hits / share < walked / perFind ? 'seldom' : 'often'
}
