import type { ColumnType, Generated } from 'kysely'

/** Written by the database; our code only reads it. */
export type Kept<T> = ColumnType<T, never, never>
export type Created = Generated<Date>
/** A calendar day, `YYYY-MM-DD`. The driver is told not to make a Date of it, which would move it by a time zone. */
export type Day = string

/** The tables of the database. Each feature adds its own, in its `tables.ts`. */
export interface Schema {
  attempts: { key: string; fullAt: Date }
  auditLog: { id: Generated<string>; at: Created; actorId: string | null; action: string; subjectId: string | null }
  site: { one: Generated<boolean>; mode: 'demo' | 'serve' }
}
