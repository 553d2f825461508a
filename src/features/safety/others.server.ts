import { type SqlBool, sql } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Member } from '#src/platform/http/viewer.ts'

export type Blocker = Pick<Member, 'userId' | 'isAdmin' | 'blocked'>

/** People they find, blocked, or opened their contact to. Nobody may learn that others exist (REQUIREMENTS R4). */
export const findOther = (db: Db, by: Blocker, id: string) =>
  db
    .selectFrom('users')
    .leftJoin('biodata', 'biodata.id', 'users.id')
    .select(['users.id', 'biodata.number'])
    .where('users.id', '=', id)
    .where('users.id', '<>', by.userId)
    .$if(!by.isAdmin, (q) =>
      q.where(
        sql<SqlBool>`((biodata.published and biodata.number <> all(${by.blocked}::integer[]))
          or exists (select from blocks where blocker_id = ${by.userId} and blocked_id = users.id)
          or exists (select from contact_views where owner_id = ${by.userId} and viewer_id = users.id
            and by_right in ('premium', 'request'))
          or exists (select from contact_requests where biodata_id = ${by.userId} and user_id = users.id
            and status = 'approve'))`,
      ),
    )
    .executeTakeFirst()
