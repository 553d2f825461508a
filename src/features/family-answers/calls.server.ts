import { sql } from 'kysely'
import { holdRequest } from '#src/features/contact-requests/index.server.ts'
import { record } from '#src/platform/db/audit.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { allRows, countWritten } from '#src/platform/db/rows.server.ts'
import { type Answering, isInTime, writeNotNow, writeYes } from './answers.server.ts'
import type { Call } from './contract.ts'
import { answerBy } from './policy.ts'

// Families whose biodata the bureau keeps answer on the telephone (REQUIREMENTS O6).

/** Of a request `r`: the bureau speaks for this family. An administrator does not answer their own request. */
const isCalledBy = (adminId: string) => sql<boolean>`(${isForBureau(sql`r`)} and r.user_id <> ${adminId})`

/** Whether a request waits for a family that has never signed in. */
export const isForBureau = (request: ReturnType<typeof sql>) =>
  sql<boolean>`(${request}.status = 'forwarded' and not has_signed_in(${request}.biodata_id))`

type Heard = Pick<Call, 'on' | 'withWhom' | 'said' | 'note'>

/**
 * Notes a call, and what follows from it: a yes or a no answers, and who wants to think has 72 hours from now. Who did not
 * pick up has all their time still.
 * @returns 1, `late` where the family can no longer be asked so, undefined without a request
 */
export const noteCall = (db: Db, heard: Answering & Heard) =>
  db.transaction().execute(async (trx) => {
    const { actorId, id, now, on, withWhom, said, note } = heard
    if (!(await holdRequest(trx, id, actorId))) return undefined
    const isTheirs = isCalledBy(actorId)
    if (said === 'yes' || said === 'not now') {
      const isWritten = await (said === 'yes' ? writeYes : writeNotNow)(trx, heard, isTheirs)
      if (!isWritten) return 'late' as const
    } else {
      const until = said === 'thinking' ? answerBy(now) : null
      const isOpen = await countWritten(trx)`
        update contact_requests r set answer_by = coalesce(r.answer_by, ${until}::timestamptz)
        where r.id = ${id} and ${isTheirs} and ${isInTime(now)}`
      if (isOpen === 0) return 'late' as const
    }
    await sql`
      insert into family_calls (request_id, called_on, with_whom, said, note, noted_at, noted_by)
      values (${id}, ${on}, ${withWhom}, ${said}, ${note}, ${now}, ${actorId})`.execute(trx)
    await record(trx, actorId, 'called family', id)
    return 1 as const
  })

/** The latest first. */
export const callsOf = (db: Db, requestId: string) =>
  allRows<Call>(db)`
    select called_on as on, with_whom, said, note, (select name from users where id = noted_by) as by
    from family_calls where request_id = ${requestId} order by noted_at desc`
