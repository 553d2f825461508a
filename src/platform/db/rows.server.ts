import { sql } from 'kysely'
import type { Db } from './open.server.ts'

/** A tag as `sql`, of a statement that is executed at once. */
const executing =
  <Row, Result>(db: Db, resultOf: (answer: { rows: Row[]; numAffectedRows?: bigint }) => Result) =>
  async (text: TemplateStringsArray, ...values: unknown[]) =>
    resultOf(await sql<Row>(text, ...values).execute(db))

export const allRows = <Row>(db: Db) => executing(db, ({ rows }: { rows: Row[] }) => rows)

/** Of a statement that always answers one. */
export const oneRow = <Row>(db: Db) => executing(db, ({ rows }: { rows: Row[] }) => rows[0]!)

export const countWritten = (db: Db) => executing(db, ({ numAffectedRows }) => Number(numAffectedRows))

type Stated<Row> = { [K in keyof Row]: null extends Row[K] ? Exclude<Row[K], null> | undefined : Row[K] }
/** Leaves out what is null: it is optional in the contract. */
export const stated = <Row extends object>(row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Stated<Row>
