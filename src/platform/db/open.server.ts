import {
  CamelCasePlugin,
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPoolClient,
  type RawBuilder,
  type SqlBool,
  sql,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema>
export type Trx = Transaction<Schema>

// Calendar days stay text: a Date would be midnight in the server's zone, another day elsewhere.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

export const connections = 10

/** By default PostgreSQL spends more on planning anew than on the work (docs/decisions/017-plans-and-replica.md). */
const planOnce = '-c plan_cache_mode=force_generic_plan'

/** Behind a pooler in transaction mode neither names nor settings outlive a transaction (docs/operating.md). */
export function openDatabase(connection: pg.PoolConfig, isPooled = false): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    max: connections,
    connectionTimeoutMillis: 2_000,
    // The server's own limit does not help when the server hangs.
    query_timeout: 12_000,
    ...(!isPooled && { statement_timeout: 10_000, idle_in_transaction_session_timeout: 15_000, options: planOnce }),
    ...connection,
  })
  // An idle connection that the server closes is not an emergency: the next query opens another.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // In use, between two statements, it has no other listener when the server goes away: the process would end.
    client.on('error', () => {})
  })
  pool.on('release', (_, client) => {
    // What was not answered in time stays in front of whatever is asked next on the same connection.
    if (isStuck(client)) void client.end()
  })
  const { options } = pool
  const nameFor = statementNames()
  const dialect = new Dialect({
    pool: {
      options,
      connect: isPooled ? () => pool.connect() : () => connectNaming(pool, nameFor),
      end: () => pool.end(),
    },
  })
  return { db: new Kysely<Schema>({ dialect, plugins: [new CamelCasePlugin()] }), pool }
}

/** Time limits that the role behind a pooler lacks: it passes on none of ours (docs/operating.md). */
export async function missingLimits(db: Db) {
  const missing = sql<{ name: string }>`
    select name from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0' order by name`
  return (await missing.execute(db)).rows.map(({ name }) => name)
}

/** The moment that lies before another by a period as PostgreSQL writes it, like `30 days`. */
export const agoFrom = (now: Date, period: string) => sql<Date>`${now}::timestamptz - ${period}::interval`

/** A moment as answers have it, ISO 8601 with milliseconds: rows need no mapping. */
export const iso = <T extends string | null = string>(column: string | RawBuilder<unknown>) =>
  sql<T>`to_char((${typeof column === 'string' ? sql.ref(column) : column}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Kysely locks for its session, which a pooler gives to another server: migrate.server.ts locks its transaction. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

export class Dialect extends PostgresDialect {
  override createAdapter = () => new Adapter()
}

async function connectNaming(pool: pg.Pool, nameFor: ReturnType<typeof statementNames>): Promise<PostgresPoolClient> {
  const client = await pool.connect()
  // Kysely asks in this way, and in another only for cursors, which nobody uses.
  const query: unknown = (text: string, values: unknown[]) => {
    const name = nameFor(text)
    return client.query(name === undefined ? { text, values } : { text, values, name })
  }
  return { query: query as PostgresPoolClient['query'], release: () => client.release() }
}

/** Whether a connection still waits for an answer; pg says so only in a property that its types leave out. */
const isStuck = (client: pg.PoolClient) => '_activeQuery' in client && client._activeQuery !== null

/** What PostgreSQL or the socket says when the database is away, full, stopping or its disk fails: worth another try later. */
export function isDatabaseAway(error: unknown) {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  const message = error instanceof Error ? error.message : ''
  return (
    (typeof code === 'string' && /^(08|53|57P0|57014|58030)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code)) ||
    // The socket's file is missing; a missing file of ours is not meant.
    (code === 'ENOENT' && syscall === 'connect') ||
    // Of a read-only disk PostgreSQL says with the code of a missing privilege that it cannot open a file.
    /timeout exceeded when trying to connect|Connection terminated|is not queryable|Query read timeout|: Read-only file system/.test(
      message,
    )
  )
}

/** How often a statement is asked before it has a name: what is asked once is planned once anyway. */
const often = 5
/** Each is kept by every connection of the database, with its plan. */
const mostNames = 300
/** Texts that are watched at the same time; what is never asked again gives way. */
const mostWatched = 2_000

/**
 * PostgreSQL keeps the plan of a named statement (docs/decisions/017-plans-and-replica.md), perhaps one for all values:
 * each must read about the same whatever the values are (`trials/scale/buffers.test.ts`). Answers of `*` have no name:
 * a column that the next version adds would change them below a server that still runs.
 */
function statementNames() {
  const names = new Map<string, string>()
  const asked = new Map<string, number>()
  return (text: string): string | undefined => {
    const name = names.get(text)
    if (name || names.size >= mostNames) return name
    const times = (asked.get(text) ?? 0) + 1
    if (times !== often || !isNameable(text)) {
      if (asked.size >= mostWatched) asked.clear()
      asked.set(text, times)
      return undefined
    }
    asked.delete(text)
    names.set(text, `n${names.size}`)
    return names.get(text)
  }
}

/** A `*` between parentheses adds no column to the answer. */
function isNameable(text: string) {
  let outer = text
  for (let inner = ''; inner !== outer; ) {
    inner = outer
    outer = inner.replace(/\([^()]*\)/g, '')
  }
  return /^\s*(select|with|insert|update|delete)\b/i.test(outer) && !/\*\s*(,|from\b|$)/i.test(outer)
}

export const all = (conditions: RawBuilder<unknown>[]) =>
  sql<SqlBool>`${sql.join(conditions.length > 0 ? conditions : [sql`true`], sql` and `)}`

/** Stands in a statement for a value that each execution brings. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Shapes that are kept composed. Each takes kilobytes, and a stranger may ask for thousands. */
const mostShapes = 500

type Placeholders<Values> = { readonly [Name in keyof Values]-?: Values[Name] }

/** Composing takes longer than running (docs/decisions/017-plans-and-replica.md). `compose` reads only the shape. */
export function compiledStatement<Shape extends object, Values extends object, Row>(
  compose: (shape: Shape, values: Placeholders<Values>) => RawBuilder<Row>,
) {
  const compiled = new Map<string, CompiledQuery<Row>>()
  const placeholders = new Proxy({} as Placeholders<Values>, { get: (_, name) => new Placeholder(String(name)) })
  return async (db: Db, shape: Shape, values: Values): Promise<Row[]> => {
    const key = JSON.stringify(shape)
    let query = compiled.get(key)
    if (!query) {
      query = compose(shape, placeholders).compile(db)
      if (compiled.size >= mostShapes) compiled.clear()
      compiled.set(key, query)
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    )
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
