import { forgetMarried, marriedIsKept } from '#src/biodata/presence/queries.server.ts'
import { endedAreKept, forgetEndedRequests } from '#src/contact-requests/queries.server.ts'
import { eventsAreKept, findingsAreKept, forgetPayments, unpaidAreKept } from '#src/payments/queries.server.ts'
import { forgetOldLines, linesAreKept } from '#src/platform/db/audit.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { forgetMails, mailsAreKept } from '#src/platform/mail/outbox.server.ts'
import { forgetOldAttempts } from '#src/platform/throttle.server.ts'
import { forgetEnded } from '#src/sign-in/queries.server.ts'

/**
 * How long rows are kept, by table and since when (REQUIREMENTS R7). The periods are those of the queries below; a test
 * holds docs/operating.md to them, and the job too.
 */
export const retention = {
  attempts: ['until they count for nothing'],
  audit_log: [linesAreKept],
  biodata: [marriedIsKept, 'withdrawn for a marriage'],
  contact_requests: [endedAreKept, 'ended'],
  contact_views: [linesAreKept],
  mailed_links: ['until they end'],
  outbox: [mailsAreKept],
  payment_findings: [findingsAreKept, 'dealt with'],
  payments: [unpaidAreKept, 'begun and never paid'],
  provider_events: [eventsAreKept],
  sessions: ['until they end'],
  verifications: ['until they end'],
} as const

/** Removes what nobody needs any more, every hour. */
export async function forget(db: Db, now: Date, isMailOn: boolean) {
  await forgetMails(db, now, isMailOn)
  await forgetEnded(db, now)
  await forgetOldAttempts(db, now)
  await forgetPayments(db, now)
  await forgetEndedRequests(db, now)
  await forgetMarried(db, now)
  await forgetOldLines(db)
}
