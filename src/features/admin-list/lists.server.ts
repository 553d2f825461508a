import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { type Action, record } from '#src/platform/db/audit.server.ts'
import { type Db, isDatabaseAway, type Trx } from '#src/platform/db/open.server.ts'
import type { Endpoint, InputOf } from '#src/platform/http/contract.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import {
  cursor,
  mostPerAnswer,
  NumberAndId,
  pageOf,
  TextAndId,
  TimeAndId,
  TimeAndRunningId,
} from '#src/platform/http/paging.server.ts'
import { found } from '#src/platform/http/problem.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import type { ListQuery, Outcome } from './index.ts'

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

type Keyed<E extends Endpoint> = z.output<E['output']> extends (infer Row)[] ? Row & { id: string; key: string } : never

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

/** Records the file as `exported`; `recordRows` records whose contacts it holds, in the transaction that reads them. */
export function mountList<L extends { rows: Endpoint; file: Endpoint }>(
  mount: Mount,
  db: Db,
  list: L,
  exported: Action,
  find: (db: Db, wanted: ListQuery<L>) => Promise<Keyed<L['rows']>[]>,
  recordRows: (trx: Trx, adminId: string, rows: Keyed<L['rows']>[]) => Promise<void>,
) {
  mountPages<L['rows']>(mount, list.rows, (wanted) => find(db, wanted as ListQuery<L>))
  mount<Endpoint>(list.file, async ({ viewer, input }) => {
    const { userId } = viewer as Member
    await record(db, userId, exported, null)
    return inBatches((batch) =>
      db.transaction().execute(async (trx) => {
        const rows = await find(trx, { ...(input as object), ...batch } as ListQuery<L>)
        await recordRows(trx, userId, rows)
        return rows
      }),
    )
  })
}

async function* inBatches<Row extends { key: string; id: string }>(
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

type Change<E extends Endpoint> = (
  trx: Trx,
  actorId: string,
  id: string,
  reason: InputOf<E> extends { reason: infer Reason } ? Reason : undefined,
) => Promise<number | undefined>

/** `change` answers, in its transaction, how many rows it changed, undefined without such a row; `afterwards` follows. */
export function mountAction<E extends Endpoint>(
  mount: Mount,
  db: Db,
  change: Change<E>,
  one: E,
  { many, afterwards }: { many?: Endpoint; afterwards?: (() => void) | undefined } = {},
) {
  const make = ({ userId }: Member, id: string, reason: never) =>
    db.transaction().execute((trx) => change(trx, userId, id, reason))
  mount<Endpoint>(one, async ({ viewer, input }) => {
    const { id, reason } = input as { id: string; reason: never }
    const modifiedCount = found(await make(viewer as Member, id, reason))
    afterwards?.()
    return { modifiedCount }
  })
  if (!many) return
  mount<Endpoint>(many, async ({ viewer, input }) => {
    const { ids, reason } = input as { ids: string[]; reason: never }
    const done = await doEach(ids, (id) => make(viewer as Member, id, reason))
    afterwards?.()
    return done
  })
}

/** Of a joined account, null without one. */
export const personOf = (users: string) =>
  sql<{ id: string; name: string; email: string } | null>`case when ${sql.ref(`${users}.id`)} is not null
    then json_build_object('id', ${sql.ref(`${users}.id`)}, 'name', ${sql.ref(`${users}.name`)},
      'email', ${sql.ref(`${users}.email`)}) end`

type Stated<Row> = { [K in keyof Row]: null extends Row[K] ? Exclude<Row[K], null> | undefined : Row[K] }
/** Leaves out what is null: it is optional in the contract. */
export const stated = <Row extends object>(row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Stated<Row>

/** When a row of a list was last approved; null where none ever was. */
export async function lastApprovedAt(db: Db, table: 'premium' | 'contact_requests') {
  const latest = sql<{ at: Date | null }>`select max(approved_at) as at from ${sql.table(table)}`
  return (await latest.execute(db)).rows[0]?.at?.toISOString() ?? null
}

/** Deadlock or serialization failure: this row, this time. */
const isContended = (error: unknown) => /^40/.test(String((error as { code?: unknown }).code))

/** A transaction each: a failure takes no other row with it, and rows are never locked in two orders. */
export async function doEach(ids: string[], change: (id: string) => Promise<number | undefined>) {
  const results: Outcome[] = []
  let isAway = false
  for (const id of new Set(ids)) {
    try {
      const changed = isAway ? null : await change(id)
      results.push({
        id,
        outcome: changed === null ? 'failed' : changed === undefined ? 'missing' : changed ? 'done' : 'before',
      })
    } catch (error) {
      isAway = isDatabaseAway(error)
      if (!isAway && !isContended(error)) throw error
      results.push({ id, outcome: 'failed' })
    }
  }
  return { results }
}
