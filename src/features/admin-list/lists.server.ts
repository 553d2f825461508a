import { sql, type Transaction } from 'kysely'
import type * as z from 'zod/mini'
import { type Action, record } from '#src/platform/db/audit.server.ts'
import { type Db, isDatabaseAway } from '#src/platform/db/open.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import type { Endpoint, InputOf } from '#src/platform/http/contract.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { cursor, mostPerAnswer, pageOf } from '#src/platform/http/paging.ts'
import { found } from '#src/platform/http/problem.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import type { ListQuery, Outcome } from './index.ts'
import { inBatches } from './keyset.server.ts'

type Keyed<E extends Endpoint> = z.output<E['output']> extends (infer Row)[] ? Row & { id: string; key: string } : never

/** Records the file as `exported`; `recordRows` records whose contacts it holds, in the transaction that reads them. */
export function mountList<L extends { rows: Endpoint; file: Endpoint }>(
  mount: Mount,
  db: Db,
  list: L,
  exported: Action,
  find: (db: Db, wanted: ListQuery<L>) => Promise<Keyed<L['rows']>[]>,
  recordRows: (trx: Transaction<Schema>, adminId: string, rows: Keyed<L['rows']>[]) => Promise<void>,
) {
  mount<Endpoint>(list.rows, async ({ input }) => {
    const { limit = mostPerAnswer, ...wanted } = input as { limit?: number }
    const rows = await find(db, { ...wanted, limit: limit + 1 } as ListQuery<L>)
    return pageOf(rows, limit, (last) => cursor.pack(last.key, last.id))
  })
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

type Change<E extends Endpoint> = (
  db: Db,
  actorId: string,
  id: string,
  reason: InputOf<E> extends { reason: infer Reason } ? Reason : undefined,
) => Promise<number | undefined>

/** `change` answers how many rows it changed, undefined without such a row; `afterwards` runs once it is done. */
export function mountAction<E extends Endpoint>(
  mount: Mount,
  db: Db,
  change: Change<E>,
  one: E,
  { many, afterwards }: { many?: Endpoint; afterwards?: (() => void) | undefined } = {},
) {
  mount<Endpoint>(one, async ({ viewer, input }) => {
    const { id, reason } = input as { id: string; reason: never }
    const modifiedCount = found(await change(db, (viewer as Member).userId, id, reason))
    afterwards?.()
    return { modifiedCount }
  })
  if (!many) return
  mount<Endpoint>(many, async ({ viewer, input }) => {
    const { ids, reason } = input as { ids: string[]; reason: never }
    const done = await doEach(ids, (id) => change(db, (viewer as Member).userId, id, reason))
    afterwards?.()
    return done
  })
}

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
