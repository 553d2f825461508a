import type { Db } from './open.server.ts'

/** What administrators do is written down (REQUIREMENTS M4); the database refuses to change a line. */
type Action = 'made admin' | 'made premium' | 'approved contact request' | 'viewed contact'

/** Pass the transaction of the change itself, so that neither happens without the other. */
export async function record(db: Db, actorId: string | null, action: Action, subjectId: string) {
  await db.insertInto('auditLog').values({ actorId, action, subjectId }).execute()
}
