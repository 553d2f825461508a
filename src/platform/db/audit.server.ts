import { sql } from 'kysely'
import type { EmailList } from '#src/platform/http/contract.ts'
import type { Db } from './open.server.ts'

/** What administrators do is written down (REQUIREMENTS M4); the database refuses to change a line. */
export type Action =
  | `${'made' | 'ended'} ${'admin' | 'premium'}`
  | `${'approved' | 'refused'} contact request`
  | 'took approval back'
  | 'called family'
  | 'undid approval'
  | 'suspended'
  | 'lifted suspension'
  | 'unpublished'
  | 'published again'
  | `${'showed' | 'viewed'} contact`
  | 'settled payment finding'
  | `${'accepted' | 'refunded'} risky payment`
  | `${'read' | 'confirmed' | 'refused'} transfer`
  | 'sent refund'
  | 'read statement'
  | 'removed second factor'
  | `${'resolved' | 'dismissed'} report`
  | 'found text fine'
  | `found number ${'unanswered' | 'answered'}`
  | 'noted attestation'
  | 'took attestation back'
  | 'made backup'
  | 'read privacy text'
  | `${'hid' | 'showed'} setup`
  | 'imported biodata'
  | 'undid import'
  | `exported ${'users' | 'premium requests' | 'contact requests' | 'payments'}`
  | `read ${EmailList}`

/** Looking again within an hour is one line: pages ask again whenever their window comes back. */
export async function recordViewing(db: Db, actorId: string, subjectId: string) {
  await sql`
    insert into audit_log (actor_id, action, subject_id) select ${actorId}, 'viewed contact', ${subjectId}
    where not exists (
      select from audit_log where action = 'viewed contact' and actor_id = ${actorId} and subject_id = ${subjectId}
        and at > now() - interval '1 hour'
    )`.execute(db)
}

/** Pass the transaction of the change itself, so that neither happens without the other. */
export async function record(db: Db, actorId: string | null, action: Action, subjectId: string | null) {
  await db.insertInto('auditLog').values({ actorId, action, subjectId }).execute()
}

/** Lines of the audit log and of the ledger of contacts; audit.sql and contact-ledger.sql keep them as long. */
export const linesAreKept = '3 years'

/** Removes lines of both that are older. The database does it: a server's role may only add to them. */
export async function forgetOldLines(db: Db) {
  await sql`select forget_old_lines()`.execute(db)
}
