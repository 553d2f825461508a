import type { Db } from './open.server.ts'

/** What administrators do is written down (REQUIREMENTS M4); the database refuses to change a line. */
export const actions = [
  'made admin',
  'made premium',
  'approved contact request',
  'viewed contact',
  'exported users',
  'exported premium requests',
  'exported contact requests',
] as const
export type Action = (typeof actions)[number]

/** Pass the transaction of the change itself, so that neither happens without the other. */
export async function record(db: Db, actorId: string | null, action: Action, subjectId: string | null) {
  await db.insertInto('auditLog').values({ actorId, action, subjectId }).execute()
}
