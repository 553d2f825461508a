import type { ColumnType } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'

/** Written by the database; our code only reads it. */
export type Kept<T> = ColumnType<T, never, never>

/** What a database cannot say of its columns: words without a check, the shapes of JSON, and what triggers fill. */
// biome-ignore lint/suspicious/noEmptyInterface: features add their tables
export interface Narrowed {}

type ValueAs<Value, Narrower> = Value extends null | undefined ? Value : Narrower
type ColumnAs<Column, Narrower> = [Narrower] extends [Kept<unknown>]
  ? Narrower
  : Column extends ColumnType<infer Read, infer Inserted, infer Updated>
    ? ColumnType<ValueAs<Read, Narrower>, ValueAs<Inserted, Narrower>, ValueAs<Updated, Narrower>>
    : ValueAs<Column, Narrower>
type TableAs<Table, Narrower> = {
  [C in keyof Table]: C extends keyof Narrower ? ColumnAs<Table[C], Narrower[C]> : Table[C]
}
type NarrowedTables = { [T in keyof Tables]: T extends keyof Narrowed ? TableAs<Tables[T], Narrowed[T]> : Tables[T] }

/** The tables of the database. A feature narrows its own, and adds views, in its `tables.ts`. */
export interface Schema extends NarrowedTables {}
