import { retention } from '#src/app/server/forget.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'

/** Removes what is too old at this time of a table, as the job of the server does. */
export const removeOld = (db: Db, table: string, now: Date) =>
  retention.find(({ rows }) => rows.startsWith(`\`${table}\``))!.remove(db, now, true)
