import { type SqlBool, sql } from 'kysely'

/** Narrows a list of `biodata` down to those whom a viewer finds; `unseen` as `unseenBy` answers. */
export const isSeen = (unseen: readonly number[]) => sql<SqlBool>`biodata.number <> all(${unseen}::integer[])`
