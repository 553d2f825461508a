import { sql, type Transaction } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import type { Mail } from '#src/platform/mail/mail.ts'
import { type About, type Kind, kinds } from './kinds.ts'

/**
 * Tells people something, once per cause, in the transaction that causes it; and queues the mail, if there is one, to
 * those who want this kind by mail. However many do it at once, each person is told once.
 * @returns how many had not been told before
 */
export async function notify<K extends Kind>(
  trx: Transaction<Schema>,
  {
    to,
    kind,
    cause,
    about,
    mail,
  }: { to: string | readonly string[]; kind: K; cause: string; about: About[K]; mail?: Mail },
) {
  const { mail: mailed } = kinds[kind]
  const { rows } = await sql<{ told: number }>`
    select count(*) filter (where notify_person(person, ${kind}, ${cause}, ${about}::jsonb, ${mail ?? null}::jsonb,
      ${mailed !== false}, ${mailed === 'always'}))::int as told
    from unnest(${[to].flat()}::uuid[]) person`.execute(trx)
  return rows[0]!.told
}

/** In which language somebody reads; undefined where nobody has this id. */
export async function languageOf(db: Db, userId: string) {
  const found = await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst()
  return found?.language
}

/**
 * What somebody wants to be told, and how. What waits to be sent against that is not sent any more.
 * @returns whether it was otherwise before
 */
export async function setPreference(
  db: Db,
  userId: string,
  { kind, channel, wanted }: Omit<Schema['notificationPreferences'], 'userId'>,
) {
  return db.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql`
      insert into notification_preferences (user_id, kind, channel, wanted)
      select id, ${kind}, ${channel}, ${wanted} from users where id = ${userId} for key share
      on conflict (user_id, kind, channel) do update set wanted = excluded.wanted
      where notification_preferences.wanted <> excluded.wanted`.execute(trx)
    if (!wanted)
      await trx
        .deleteFrom('outbox')
        .where('userId', '=', userId)
        .where('notice', '=', kind)
        .where('status', '=', 'waiting')
        .execute()
    return numAffectedRows! > 0n
  })
}
