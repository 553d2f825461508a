import { sql } from 'kysely'

/** The moment that lies before another by a period as PostgreSQL writes it, like `30 days`. */
export const agoFrom = (now: Date, period: string) => sql<Date>`${now}::timestamptz - ${period}::interval`
