import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema>

// Calendar days stay text: a Date would be midnight in the server's zone, another day elsewhere.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

/** Connections of one server. */
export const connections = 10

/** Opens a pool of connections. Column names are snake_case in SQL and camelCase in code. */
export function openDatabase(connection: pg.PoolConfig): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    max: connections,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 10_000,
    // The server's own limit does not help when the server hangs.
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 15_000,
    ...connection,
  })
  // An idle connection that the server closes is not an emergency: the next query opens another.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // One that is in use and between two statements when the server goes away has nobody else who listens; without this
    // the process would end.
    client.on('error', () => {})
  })
  pool.on('release', (_, client) => {
    // What was not answered in time stays in front of whatever is asked next on the same connection.
    if (isStuck(client)) void client.end()
  })
  return { db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] }), pool }
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
