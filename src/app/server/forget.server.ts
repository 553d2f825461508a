import { endedAreKept, forgetEndedRequests } from '#src/features/contact-requests/queries.server.ts'
import { forgetRemoved, removedAreKept } from '#src/features/favourites/queries.server.ts'
import { forgetPutAway, putAwayIsKept } from '#src/features/identity/put-away/queries.server.ts'
import { forgetEnded } from '#src/features/identity/queries.server.ts'
import { forgetMails, mailsAreKept } from '#src/features/mail/outbox.server.ts'
import { forgetNotifications, notificationsAreKept } from '#src/features/notifications/queries.server.ts'
import { findingsAreKept, forgetFindings } from '#src/features/payments/findings.server.ts'
import { eventsAreKept, forgetEvents, forgetUnpaid, unpaidAreKept } from '#src/features/payments/queries.server.ts'
import { forgetMarried, marriedIsKept } from '#src/features/presence/queries.server.ts'
import { forgetReports, reportsAreKept } from '#src/features/safety/queries.server.ts'
import {
  forgetNetworkViews,
  forgetReadings,
  networkViewsAreKept,
  readingsAreKept,
} from '#src/features/safety/reading/queries.server.ts'
import { forgetVisits, visitsAreKept } from '#src/features/search/visit.server.ts'
import { forgetOldLines, linesAreKept } from '#src/platform/db/audit.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { forgetOldAttempts } from '#src/platform/limits/throttle.server.ts'

interface Kept {
  rows: string
  /** A period as PostgreSQL writes it, or until when. */
  keep: string
  remove: (db: Db, now: Date, isMailOn: boolean) => Promise<unknown>
}

/** What is removed, and when (REQUIREMENTS R7). A test holds the table in docs/operating.md to it. */
export const retention: Kept[] = [
  { rows: '`sessions`, `mailed_links`, `verifications`', keep: 'until they end', remove: forgetEnded },
  { rows: '`put_away`', keep: putAwayIsKept, remove: forgetPutAway },
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
  { rows: '`visits`', keep: visitsAreKept, remove: forgetVisits },
  { rows: '`reports` answered', keep: reportsAreKept, remove: forgetReports },
  { rows: '`contact_views`, `audit_log`', keep: linesAreKept, remove: forgetOldLines },
]

/** One failed removal does not stop the others. */
export async function forget(db: Db, now: Date, isMailOn: boolean) {
  const errors: unknown[] = []
  for (const { remove } of retention) await remove(db, now, isMailOn).catch((error) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, 'Some rows are kept longer than they should be.')
}
