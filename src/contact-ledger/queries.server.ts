import { sql, type Transaction } from 'kysely'
import type { Schema } from '#src/platform/db/schema.ts'
import type { Right } from './policy.ts'

/** One person's looks are written down one after the other, whichever server they come to. */
const lockViewer = (trx: Transaction<Schema>, viewerId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${viewerId}, 0))`.execute(trx)

/**
 * From when on a premium member may see one more person's contact, if `most` people are as many as they see in any 24
 * hours; undefined when now. Whom they saw within these hours they may see again. What is shown next in this
 * transaction, and written down, is counted before anybody else's question.
 */
export async function contactOpensAt(trx: Transaction<Schema>, viewerId: string, ownerId: string, most: number) {
  await lockViewer(trx, viewerId)
  const { rows } = await sql<{ opensAt: Date }>`
    with seen as (
      select owner_id, max(at) as at from contact_views
      where viewer_id = ${viewerId} and by_right = 'premium' and at > now() - interval '24 hours'
      group by owner_id
    )
    select at + interval '24 hours' as opens_at from seen
    where not exists (select from seen where owner_id = ${ownerId})
    order by at desc offset ${most - 1} limit 1`.execute(trx)
  return rows[0]?.opensAt
}

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
  await lockViewer(trx, viewerId)
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
