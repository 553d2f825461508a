import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'
import { latinDigits } from '#src/platform/digits.ts'

/** About so many rows of a list tell how many a search finds, and where. */
const sampled = 1_000
/** So many times what lies between two finds only one list in fifty has before the first, unless its order keeps them together. */
const chanceGaps = 4

/** What of a row a search looks at; `sounds` is kept of the name (migrations/0001-people.sql). */
interface Person {
  name: RawBuilder<unknown>
  email: RawBuilder<unknown>
  sounds: RawBuilder<unknown>
}

/** A list in one of its orders, as far as a search has to know it. */
interface Searched extends Person {
  table: string
  as: string
  /** Its order, where in it the page begins, and how many rows that has. */
  order: { orderBy: RawBuilder<unknown>; isBeyond: RawBuilder<boolean> | undefined; limit: number }
  /** So many rows can be walked for what it costs to take one that is found. */
  perFind: number
}

/**
 * Of a list with an index for each order that holds name, email and sounds, which are read from the table where one is taken:
 * 5 to 16 µs, and 8 µs to cut the words of a row that is walked, whose block sixty others share (decision 016).
 */
export const indexed = 4

/**
 * A number means a biodata; whose it is depends on the list. Else words, with which words of name or email begin, or, where
 * these are in the other script, begin to sound.
 */
export function readSearch(search: string | undefined): { number?: number; words?: string } {
  const digits = latinDigits(search ?? '').match(/^\s*(?:#|[a-z]{2,9}-)?(\d{1,9})\s*$/i)?.[1]
  if (digits !== undefined) return { number: Number(digits) }
  return search ? { words: search } : {}
}

/**
 * Whether each word that is searched for is found; these stand in a query of their own, or PostgreSQL would take them apart
 * again for every row.
 */
export const matching = ({ name, email, sounds }: Person, words: string) =>
  sql<boolean>`user_words(${name}, ${email}, ${sounds}) @@ (select words_query(${words}))`

/**
 * How a list is narrowed to what is searched for, `$call`ed on a selection of it. Few finds are taken and sorted; for many
 * the list is walked in its order until a page is full.
 */
export async function narrowing(db: Db, list: Searched, words: string | undefined) {
  const isRare = words !== undefined && (await isFound(db, list, words)) === 'seldom'
  return <DB, T extends keyof DB, O>(query: SelectQueryBuilder<DB, T, O>) => {
    if (words === undefined) return query
    // OFFSET: take the finds first. COALESCE: no index finds them, and the planner takes half of all for finds.
    return isRare
      ? query.where(matching(list, words)).offset(sql<number>`0`)
      : query.where(sql<boolean>`coalesce(${matching(list, words)}, false)`)
  }
}

/**
 * Whether taking all finds of a search reads less than walking the list until a page is full. A sample tells it: the
 * planner cannot know how many a beginning of words finds, nor how far from the beginning of the list. The wrong answer
 * costs time and changes nothing that is found.
 */
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
