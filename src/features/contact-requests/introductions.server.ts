import type { Db } from '#src/platform/db/open.server.ts'
import { countWritten } from '#src/platform/db/rows.server.ts'

/** What an asker wrote last for a family; the request takes it with it once it is made. */
export const introductionOf = (db: Db, userId: string, biodataId: string) =>
  db
    .selectFrom('introductions')
    .select('words')
    .where((row) => row.and({ userId, biodataId }))
    .executeTakeFirst()

/** @returns 0 where it was so before */
export const writeIntroduction = (db: Db, userId: string, biodataId: string, words: string, now: Date) =>
  countWritten(db)`
    insert into introductions (user_id, biodata_id, words, written_at)
    select ${userId}::uuid, id, ${words}, ${now}::timestamptz from biodata where id = ${biodataId} for key share
    on conflict (user_id, biodata_id) do update set words = excluded.words, written_at = excluded.written_at
    where introductions.words <> excluded.words`

export const forgetIntroduction = (db: Db, userId: string, biodataId: string) =>
  countWritten(db)`delete from introductions where user_id = ${userId} and biodata_id = ${biodataId}`

/** Of requests that were never made. */
export const introductionsAreKept = '30 days'
