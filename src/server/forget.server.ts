import { forgetMarried, marriedIsKept } from '#src/biodata/presence/queries.server.ts'
import { forgetVisits, visitsAreKept } from '#src/biodata/visit.server.ts'
import { endedAreKept, forgetEndedRequests } from '#src/contact-requests/queries.server.ts'
import { forgetRemoved, removedAreKept } from '#src/favourites/queries.server.ts'
import { forgetNotifications, notificationsAreKept } from '#src/notifications/queries.server.ts'
import { findingsAreKept, forgetFindings } from '#src/payments/findings.server.ts'
import { eventsAreKept, forgetEvents, forgetUnpaid, unpaidAreKept } from '#src/payments/queries.server.ts'
import { forgetOldLines, linesAreKept } from '#src/platform/db/audit.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { forgetMails, mailsAreKept } from '#src/platform/mail/outbox.server.ts'
import { forgetOldAttempts } from '#src/platform/throttle.server.ts'
import { forgetReports, reportsAreKept } from '#src/safety/queries.server.ts'
import {
  forgetNetworkViews,
  forgetReadings,
  networkViewsAreKept,
  readingsAreKept,
} from '#src/safety/reading/queries.server.ts'
import { forgetWithdrawals, withdrawalsAreKept } from '#src/safety/withdrawals/queries.server.ts'
import { forgetEnded } from '#src/sign-in/queries.server.ts'

interface Kept {
  /** Tables, and which of their rows. */
  rows: string
  /** A period as PostgreSQL writes it, or until when. */
  keep: string
  remove: (db: Db, now: Date, isMailOn: boolean) => Promise<void>
}

/** What is removed, and when (REQUIREMENTS R7). A test holds the table in docs/operating.md to it. */
export const retention: Kept[] = [
  { rows: '`sessions`, `mailed_links`, `verifications`', keep: 'until they end', remove: forgetEnded },
  { rows: '`attempts`', keep: 'until they count for nothing', remove: forgetOldAttempts },
  { rows: '`outbox`', keep: mailsAreKept, remove: forgetMails },
  { rows: '`notifications`', keep: notificationsAreKept, remove: forgetNotifications },
  { rows: '`provider_events`', keep: eventsAreKept, remove: forgetEvents },
  { rows: '`biodata` withdrawn for a marriage', keep: marriedIsKept, remove: forgetMarried },
  { rows: '`payments` begun and never paid', keep: unpaidAreKept, remove: forgetUnpaid },
  { rows: '`payment_findings` dealt with', keep: findingsAreKept, remove: forgetFindings },
  { rows: '`contact_requests` refused or withdrawn', keep: endedAreKept, remove: forgetEndedRequests },
  { rows: '`profile_views`, `card_views`', keep: readingsAreKept, remove: forgetReadings },
  { rows: '`network_views`', keep: networkViewsAreKept, remove: forgetNetworkViews },
  { rows: '`removed_favourites`', keep: removedAreKept, remove: forgetRemoved },
  { rows: '`withdrawals`', keep: withdrawalsAreKept, remove: forgetWithdrawals },
  { rows: '`visits`', keep: visitsAreKept, remove: forgetVisits },
  { rows: '`reports` answered', keep: reportsAreKept, remove: forgetReports },
  { rows: '`contact_views`, `audit_log`', keep: linesAreKept, remove: forgetOldLines },
]

/** Removes what has had its time. What cannot be removed keeps no other from it. */
export async function forget(db: Db, now: Date, isMailOn: boolean) {
  const errors: unknown[] = []
  for (const { remove } of retention) await remove(db, now, isMailOn).catch((error) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, 'Some rows are kept longer than they should be.')
}
