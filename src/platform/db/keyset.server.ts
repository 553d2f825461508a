import { type RawBuilder, sql } from 'kysely'
import { cursor, NumberAndId, TextAndId, TimeAndId } from '#src/platform/http/page.ts'

const cursors = { text: TextAndId, integer: NumberAndId, timestamptz: TimeAndId }

/** What a list can be sorted by; `type` is the expression's. */
export interface SortKey {
  by: RawBuilder<unknown>
  type: keyof typeof cursors
}

/**
 * One order of a list, by a key and among equal keys by id, from behind the row of a cursor on. Select `key` and give
 * it with the id to `cursor.pack`. Write the LIMIT into the statement (`sql.lit`): a plan made for any limit sorts all.
 */
export function keyset({ by, type }: SortKey, id: RawBuilder<unknown>, isDescending: boolean, after?: string) {
  const from = cursor.unpack<[string, string]>(after, cursors[type])
  const [beyond, direction] = isDescending ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const as = sql.raw(`::${type}`)
  return {
    // The first half says nothing new, but an index on the key alone can begin with it when the id is another table's.
    where: from
      ? sql<boolean>`${by} ${beyond}= ${from[0]}${as} and (${by}, ${id}) ${beyond} (${from[0]}${as}, ${from[1]}::uuid)`
      : sql<boolean>`true`,
    orderBy: sql`${by} ${direction}, ${id} ${direction}`,
    // As text, with all microseconds: a Date would lose them, and the next page would repeat or skip rows.
    key: sql<string>`${by}::text`,
  }
}

/** `-name` as the key and its direction. */
export const sortOf = <K extends string>(sort: K | `-${K}`) => ({
  key: sort.replace('-', '') as K,
  isDescending: sort.startsWith('-'),
})

/** A list from its beginning to its end, a thousand rows at a time: what waits in memory is one batch. */
export async function* inBatches<Row extends { key: string; id: string }>(
  list: (batch: { limit: number; after?: string }) => Promise<Row[]>,
) {
  const limit = 1000
  let last: Row | undefined
  do {
    const rows: Row[] = await list({ limit, ...(last && { after: cursor.pack(last.key, last.id) }) })
    yield rows
    last = rows.length === limit ? rows.at(-1) : undefined
  } while (last)
}
