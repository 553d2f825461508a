import { sql } from 'kysely'
import { type Action, record } from '#src/platform/db/audit.server.ts'
import { type Db, isDatabaseAway, type Trx } from '#src/platform/db/open.server.ts'
import type { Endpoint, InputOf } from '#src/platform/http/contract.ts'
import { type Keyed, type ListQuery, mountPages } from '#src/platform/http/keyset.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { cursor } from '#src/platform/http/paging.server.ts'
import { found } from '#src/platform/http/problem.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import type { Outcome } from './index.ts'

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
