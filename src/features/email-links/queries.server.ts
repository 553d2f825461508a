import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Mail } from '#src/features/mail/index.ts'
import type { Db, Trx } from '#src/platform/db/open.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import type { Language } from '#src/texts/texts.tsx'

type Purpose = Schema['mailedLinks']['purpose']

const minutes = 60_000
const lifetime: Record<Purpose, number> = { reset: 60 * minutes, verify: 7 * 24 * 60 * minutes }

const hashOf = (token: string) => createHash('sha256').update(token).digest()

const newToken = () => randomBytes(32).toString('base64url')
const expiryOf = (purpose: Purpose, now: Date) => new Date(now.getTime() + lifetime[purpose])

/** The token of a new link; the database keeps a hash of it only. */
export async function makeLink(trx: Trx, purpose: Purpose, userId: string, now: Date) {
  const token = newToken()
  await sql`
    insert into mailed_links (token_hash, user_id, purpose, expires_at)
    values (${hashOf(token)}, ${userId}, ${purpose}, ${expiryOf(purpose, now)})`.execute(trx)
  return token
}

/** `language` is the page's, in place of the one that the person has chosen. */
type Reader = { email: string; language?: Language | undefined }

/** Earlier links stay good: mails overtake each other. One statement for known and unknown (REQUIREMENTS A4). */
export async function mailLink(db: Db, origin: string, purpose: Purpose, { email, language }: Reader, now: Date) {
  const token = newToken()
  const address = purpose === 'reset' ? to.resetPassword(token) : to.verifyEmail(token)
  const content: Mail = { kind: purpose, link: origin + address }
  await sql`
    with person as (select id, email, language from users where email = ${email}),
      link as (
        insert into mailed_links (token_hash, user_id, purpose, expires_at)
        select ${hashOf(token)}::bytea, id, ${purpose}, ${expiryOf(purpose, now)}::timestamptz from person)
    insert into outbox (recipient, language, kind, content)
    select email, coalesce(${language ?? null}, language), ${purpose}, ${content}::jsonb from person`.execute(db)
}

const goodLink = (db: Db, token: string, now: Date) =>
  db
    .selectFrom('mailedLinks')
    .innerJoin('users', 'users.id', 'mailedLinks.userId')
    .where('tokenHash', '=', hashOf(token))
    .where('expiresAt', '>', now)

export const findLink = (db: Db, token: string, now: Date) =>
  goodLink(db, token, now).select(['mailedLinks.purpose', 'users.id', 'users.email', 'users.name']).executeTakeFirst()

/** Uses a link up, and with it all others for the same purpose. @returns whose it was */
export async function consumeLink(trx: Trx, purpose: Purpose, token: string, now: Date) {
  const good = goodLink(trx, token, now).select('users.id').where('purpose', '=', purpose)
  const link = await good.forUpdate().executeTakeFirst()
  if (link) await trx.deleteFrom('mailedLinks').where('userId', '=', link.id).where('purpose', '=', purpose).execute()
  return link?.id
}
