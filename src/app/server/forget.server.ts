import { type RawBuilder, sql } from 'kysely'
import { endedAreKept, forgetAttestations } from '#src/features/attestations/index.server.ts'
import { feedbackIsKept } from '#src/features/contact-feedback/index.server.ts'
import { introductionsAreKept } from '#src/features/contact-requests/index.server.ts'
import { removedAreKept } from '#src/features/favourites/queries.server.ts'
import { forgetGuardianships, guardianshipsAreKept } from '#src/features/guardians/index.server.ts'
import { forgetImports, keptForUndo } from '#src/features/import/uploads.server.ts'
import { forgetMails, mailsAreKept } from '#src/features/mail/outbox.server.ts'
import { daysKept } from '#src/features/notifications/contract.ts'
import { forgetMarried, marriedIsKept } from '#src/features/presence/queries.server.ts'
import { networkViewsAreKept } from '#src/features/safety/reading/queries.server.ts'
import { claimsAreKept, forgetClaims } from '#src/features/send-money/index.server.ts'
import { forgetOldLines, linesAreKept } from '#src/platform/db/audit.server.ts'
import { agoFrom, type Db } from '#src/platform/db/open.server.ts'

interface Kept {
  rows: string
  /** A period as PostgreSQL writes it, or until when. */
  keep: string
  remove: (db: Db, now: Date, isMailOn: boolean) => Promise<unknown>
}

/** Removes the rows whose column lies further back than `period`. @param columns by table */
const removing =
  (period: string, columns: Record<string, string>, isMeant: RawBuilder<unknown> = sql`true`): Kept['remove'] =>
  async (db, now) => {
    for (const [table, column] of Object.entries(columns))
      await sql`
        delete from ${sql.table(table)} where ${sql.ref(column)} < ${agoFrom(now, period)} and ${isMeant}`.execute(db)
  }

const after = (keep: string, columns: Record<string, string>, isMeant?: RawBuilder<unknown>) => ({
  keep,
  remove: removing(keep, columns, isMeant),
})

/** Not those whose money is still on its way back: the payer has to see where it is. */
const isEndedRequest = sql`status in ('withdrawn', 'refused', 'declined')
  and not exists (select from payments where id = payment_id and status = 'refund_due')`

const ended = { sessions: 'expires_at', mailed_links: 'expires_at', verifications: 'expires_at' }

/** What is removed, and when (REQUIREMENTS R7). A test holds the table in docs/operating.md to it. */
export const retention: Kept[] = [
  { rows: '`sessions`, `mailed_links`, `verifications`', keep: 'until they end', remove: removing('0 seconds', ended) },
  // What nobody has called theirs in that time. A biodata stays paused.
  { rows: '`put_away`', ...after('90 days', { put_away: 'at' }) },
  { rows: '`attempts`', keep: 'until they count for nothing', remove: removing('0 seconds', { attempts: 'full_at' }) },
  { rows: '`outbox`', keep: mailsAreKept, remove: forgetMails },
  { rows: '`notifications`', ...after(`${daysKept} days`, { notifications: 'made_at' }) },
  // As long as a provider tells of them; Stripe keeps them for thirty days.
  { rows: '`provider_events`', ...after('30 days', { provider_events: 'received_at' }) },
  { rows: '`biodata` withdrawn for a marriage', keep: marriedIsKept, remove: forgetMarried },
  {
    rows: '`transfer_claims` not confirmed, and the last digits of the others',
    keep: claimsAreKept,
    remove: forgetClaims,
  },
  { rows: '`introductions`', ...after(introductionsAreKept, { introductions: 'written_at' }) },
  // Should one be paid even later, that is a finding.
  {
    rows: '`payments` begun and never paid',
    ...after(
      '180 days',
      { payments: 'updated_at' },
      sql`status in ('created', 'canceled')
      and id not in (select payment_id from transfer_claims) and id not in (select payment_id from payment_receipts)`,
    ),
  },
  { rows: '`payment_findings` dealt with', ...after('1 year', { payment_findings: 'done_at' }) },
  {
    rows: '`contact_requests` refused, declined or withdrawn',
    ...after('1 year', { contact_requests: 'ended_at' }, isEndedRequest),
  },
  // The longest stretch of `readingLimits`.
  { rows: '`profile_views`, `card_views`', ...after('1 day', { profile_views: 'at', card_views: 'at' }) },
  { rows: '`network_views`', ...after(networkViewsAreKept, { network_views: 'at' }) },
  { rows: '`removed_favourites`', ...after(removedAreKept, { removed_favourites: 'at' }) },
  { rows: '`imports` not taken in, `import_pieces`, `import_rows`', keep: keptForUndo, remove: forgetImports },
  // After the last look at people; a member who comes back later begins anew.
  { rows: '`visits`', ...after('1 year', { visits: 'looked_at' }) },
  {
    rows: '`guardianships` ended, declined or expired',
    keep: guardianshipsAreKept,
    remove: forgetGuardianships,
  },
  { rows: '`reports` answered', ...after('1 year', { reports: 'answered_at' }, sql`outcome is not null`) },
  { rows: '`unanswered_reports` decided', ...after('1 year', { unanswered_reports: 'decided_at' }) },
  { rows: '`attestations` that have ended', keep: endedAreKept, remove: forgetAttestations },
  { rows: '`contact_feedback`', ...after(feedbackIsKept, { contact_feedback: 'asked_at' }) },
  { rows: '`contact_views`, `audit_log`', keep: linesAreKept, remove: forgetOldLines },
]

/** One failed removal does not stop the others. */
export async function forget(db: Db, now: Date, isMailOn: boolean) {
  const errors: unknown[] = []
  for (const { remove } of retention) await remove(db, now, isMailOn).catch((error) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, 'Some rows are kept longer than they should be.')
}
