import { guardiansPhone } from '#src/features/guardians/index.server.ts'
import { queueMailToAdmins } from '#src/features/mail/index.server.ts'
import { isBlockBetween } from '#src/features/safety/index.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { allRows, countWritten } from '#src/platform/db/rows.server.ts'
import { holdRequest } from './ends.server.ts'
import { phoneShown } from './queries.server.ts'
import { isInTime } from './unanswered-policy.ts'

interface Report {
  reporterId: string
  id: string
  note: string | undefined
  now: Date
}

/**
 * Holds what a block, a dispute and a decision hold. @returns 1, 0 if it was reported before, undefined without a request,
 * or why it cannot be: the person was reported for another request, no number is open, or it is too late
 */
export const reportUnanswered = (db: Db, { reporterId, id, note, now }: Report) =>
  db.transaction().execute(async (trx) => {
    const held = await holdRequest(trx, id, reporterId)
    if (held?.userId !== reporterId) return undefined
    if (!held.biodataId) return 'not-open'
    const [request] = await allRows<{
      number: number
      isOpen: boolean
      firstSeenAt: Date | null
      phone: string | null
      isGuardians: boolean
      reported: string | null
    }>(trx)`
      select request.number, first_seen_at, ${phoneShown} as phone, ${guardiansPhone} is not null as is_guardians,
        request.status = 'approve' and not ${isBlockBetween(reporterId, held.biodataId)} as is_open,
        (select request_id from unanswered_reports report
          where report.request_id = request.id or report.reporter_id = request.user_id and report.owner_id = biodata_id
          order by report.request_id = request.id desc limit 1) as reported
      from contact_requests request join biodata on biodata.id = biodata_id where request.id = ${id}`
    if (!request) return undefined
    const { number, isOpen, firstSeenAt, phone, isGuardians, reported } = request
    if (reported) return reported === id ? 0 : 'reported-before'
    if (!isOpen || !phone || !firstSeenAt) return 'not-open'
    if (!isInTime(firstSeenAt, now)) return 'too-late'
    await queueMailToAdmins(trx, { kind: 'new-request', request: 'unanswered', number })
    return countWritten(trx)`
      insert into unanswered_reports (request_id, reporter_id, owner_id, phone, is_guardians, note, reported_at)
      values (${id}, ${reporterId}, ${held.biodataId}, ${phone}, ${isGuardians}, ${note ?? null}, ${now})`
  })

interface Exported {
  reportedAt: Date
  outcome: string | null
  decidedAt: Date | null
}

/** What a person has reported, and that their own number was; who reported that, and in which words, is not theirs. */
export const unansweredExport = async (db: Db, userId: string) => ({
  unansweredReports: await allRows<Exported & { number: number; note: string | null }>(db)`
    select request.number, note, reported_at, outcome, decided_at
    from unanswered_reports join contact_requests request on request.id = request_id
    where reporter_id = ${userId} order by reported_at`,
  reportsOfNumber: await allRows<Exported>(db)`
    select reported_at, outcome, decided_at from unanswered_reports where owner_id = ${userId} order by reported_at`,
})
