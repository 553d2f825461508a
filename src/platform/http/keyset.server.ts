import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Endpoint, InputOf } from './contract.ts'
import type { Mount } from './mount.server.ts'
import { cursor, mostPerAnswer, NumberAndId, pageOf, TextAndId, TimeAndId, TimeAndRunningId } from './paging.server.ts'
import type { Member } from './viewer.ts'

const cursors = { text: TextAndId, integer: NumberAndId, timestamptz: TimeAndId }

/** What a list can be sorted by; `type` is the expression's. */
export interface SortKey {
  by: RawBuilder<unknown>
  type: keyof typeof cursors
  /** Of a list by time whose ids are running numbers. */
  hasRunningId?: boolean
}

/** `-name` is the other way round; equal keys go by id. Select `key` and give it with the id to `cursor.pack`. */
export function keyset<K extends string>(
  sortKeys: Record<K, SortKey>,
  id: RawBuilder<unknown>,
  { limit, after, sort }: { limit: number; after?: string | undefined; sort: K | `-${K}` },
) {
  const isDescending = sort.startsWith('-')
  const { by, type, hasRunningId } = sortKeys[sort.replace('-', '') as K]
  const from = cursor.unpack<[string, string]>(after, hasRunningId ? TimeAndRunningId : cursors[type])
  const [beyond, direction] = isDescending ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const [as, idAs] = [sql.raw(`::${type}`), hasRunningId ? sql`::bigint` : sql`::uuid`]
  const orderBy = sql`${by} ${direction}, ${id} ${direction}`
  // The first half says nothing new, but an index on the key alone can begin with it when the id is another table's.
  const isBeyond =
    from &&
    sql<boolean>`${by} ${beyond}= ${from[0]}${as} and (${by}, ${id}) ${beyond} (${from[0]}${as}, ${from[1]}${idAs})`
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

export type Keyed<E extends Endpoint> =
  z.output<E['output']> extends (infer Row)[] ? Row & { id: string; key: string } : never

/** `find` reads a page in an order of `keyset`. */
export function mountPages<E extends Endpoint>(
  mount: Mount,
  rows: E,
  find: (wanted: ListQuery<{ rows: E }>, viewer: Member) => Promise<Keyed<E>[]>,
) {
  mount<Endpoint>(rows, async ({ viewer, input }) => {
    const { limit = mostPerAnswer, ...wanted } = input as { limit?: number }
    const found = await find({ ...wanted, limit: limit + 1 } as ListQuery<{ rows: E }>, viewer as Member)
    return pageOf(found, limit, (last) => cursor.pack(last.key, last.id))
  })
}

export type ListQuery<L extends { rows: Endpoint }> = Partial<InputOf<L['rows']>> & { limit: number }
