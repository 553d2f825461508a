import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { cursor, NumberAndId, TextAndId, TimeAndId } from '#src/platform/http/paging.ts'

const cursors = { text: TextAndId, integer: NumberAndId, timestamptz: TimeAndId }

/** What a list can be sorted by; `type` is the expression's. */
export interface SortKey {
  by: RawBuilder<unknown>
  type: keyof typeof cursors
}

/** `-name` is the other way round; equal keys go by id. Select `key` and give it with the id to `cursor.pack`. */
export function keyset<K extends string>(
  sortKeys: Record<K, SortKey>,
  id: RawBuilder<unknown>,
  { limit, after, sort }: { limit: number; after?: string | undefined; sort: K | `-${K}` },
) {
  const isDescending = sort.startsWith('-')
  const { by, type } = sortKeys[sort.replace('-', '') as K]
  const from = cursor.unpack<[string, string]>(after, cursors[type])
  const [beyond, direction] = isDescending ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const as = sql.raw(`::${type}`)
  const orderBy = sql`${by} ${direction}, ${id} ${direction}`
  // The first half says nothing new, but an index on the key alone can begin with it when the id is another table's.
  const isBeyond =
    from &&
    sql<boolean>`${by} ${beyond}= ${from[0]}${as} and (${by}, ${id}) ${beyond} (${from[0]}${as}, ${from[1]}::uuid)`
  return {
    orderBy,
    isBeyond,
    limit,
    // As text, with all microseconds: a Date would lose them, and the next page would repeat or skip rows.
    key: sql<string>`${by}::text`,
    cut: <DB, T extends keyof DB, O>(query: SelectQueryBuilder<DB, T, O>) =>
      query
        .$if(isBeyond !== undefined, (q) => q.where(isBeyond!))
        .orderBy(orderBy)
        // Written into the statement: a plan made for any limit sorts all.
        .limit(sql.lit(limit)),
  }
}

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
