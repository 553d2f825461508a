import { sql, type Transaction } from 'kysely'
import type { Schema } from '#src/platform/db/schema.ts'
import type { Right } from './policy.ts'

/**
 * Writes down that contacts are shown to somebody. Pass the transaction that reads them, so that neither happens without
 * the other. Looking again within an hour is one line; the lock keeps two looks at once from being two.
 */
export async function recordShowing(
  trx: Transaction<Schema>,
  viewerId: string,
  byRight: Right,
  ownerIds: readonly string[],
  { inFile = false, reason = null }: { inFile?: boolean; reason?: string | null } = {},
) {
  if (ownerIds.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${viewerId}, 0))`.execute(trx)
  await sql`
    insert into contact_views (owner_id, viewer_id, viewer_number, by_right, in_file, reason)
    select owner_id, ${viewerId}::uuid, (select number from biodata where id = ${viewerId}::uuid), ${byRight}, ${inFile}, ${reason}
    from unnest(${ownerIds}::uuid[]) owner_id
    where not exists (
      select from contact_views seen where seen.viewer_id = ${viewerId}::uuid and seen.owner_id = owner_id.owner_id
        and seen.by_right = ${byRight} and seen.in_file = ${inFile} and seen.reason is not distinct from ${reason}::text
        and seen.at > now() - interval '1 hour'
    )`.execute(trx)
}
