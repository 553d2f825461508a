import { sql } from 'kysely'
import { type Db, iso } from '#src/platform/db/open.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { type ConsentKind, consentVersion } from './policy.ts'

export const standingConsents = (db: Db, userId: string) =>
  db
    .selectFrom('consents')
    .select(['what', 'version', iso('givenAt').as('since')])
    .where('userId', '=', userId)
    .where('takenBackAt', 'is', null)
    .orderBy('what', 'desc')
    .execute()

const endConsents = (db: Db, userId: string, what: readonly ConsentKind[]) =>
  db
    .updateTable('consents')
    .set({ takenBackAt: sql`now()` })
    .where('userId', '=', userId)
    .where('what', 'in', what)
    .where('takenBackAt', 'is', null)

/** Writes down a consent to the present words; one to older words ends with that. Twice at once is once. */
export async function giveConsent(db: Db, userId: string, what: ConsentKind) {
  await endConsents(db, userId, [what]).where('version', '<', consentVersion).execute()
  await sql`
    insert into consents (user_id, what, version) values (${userId}, ${what}, ${consentVersion})
    on conflict do nothing`.execute(db)
}

export const takeBackConsent = (db: Db, userId: string, ...what: ConsentKind[]) =>
  endConsents(db, userId, what).execute()

/** @throws Problem when somebody read other words than the present ones: their page is older than this server */
export function requirePresentWords(version: number) {
  if (version !== consentVersion)
    throw new Problem('conflict', { code: 'consent-changed', detail: 'The words have changed. Read them again.' })
}
