import { type RawBuilder, sql } from 'kysely'

/** The moment that lies before another by a period as PostgreSQL writes it, like `30 days`. */
export const agoFrom = (now: Date, period: string) => sql<Date>`${now}::timestamptz - ${period}::interval`

/** A moment as answers have it, ISO 8601 with milliseconds: rows need no mapping. */
export const iso = <T extends string | null = string>(column: string | RawBuilder<unknown>) =>
  sql<T>`to_char((${typeof column === 'string' ? sql.ref(column) : column}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
