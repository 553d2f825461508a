import { isBlockBetween } from '#src/features/safety/index.server.ts'
import type { Db, Trx } from '#src/platform/db/open.server.ts'
import { countWritten, oneRow } from '#src/platform/db/rows.server.ts'
import { refusal } from '#src/platform/http/problem.ts'
import type { FoundHere } from './policy.ts'

// What the married say of whether they found each other here, and the count of it (REQUIREMENTS T4). Rules of the count: presence.sql.

export interface Said {
  foundHere: FoundHere
  /** Of the other's biodata. */
  number?: number | undefined
}

/** The caller holds the biodata of the person, who is married. @returns 0 when it was said so before */
export async function sayFoundHere(trx: Trx, ownerId: string, { foundHere, number }: Said, now: Date) {
  const partnerId = number === undefined ? null : await findPartner(trx, ownerId, number)
  return countWritten(trx)`
    insert into marriage_answers as said (owner_id, gender, found_here, partner_id, is_named, said_at)
    select id, gender, ${foundHere}, ${partnerId}::uuid, ${partnerId !== null}, ${now} from biodata where id = ${ownerId}
    on conflict (owner_id) do update
    set found_here = excluded.found_here, partner_id = excluded.partner_id, is_named = excluded.is_named,
      gender = excluded.gender, said_at = excluded.said_at
    where (said.found_here, said.partner_id) is distinct from (excluded.found_here, excluded.partner_id)`
}

/** A hidden biodata can be named by somebody who saw its contact, or whose contact it saw: no guess tells who has stepped back. */
async function findPartner(trx: Trx, ownerId: string, number: number) {
  const find = trx.selectFrom('biodata').select(['id', 'gender', 'published'])
  const own = await find.where('id', '=', ownerId).executeTakeFirstOrThrow()
  // Held: it is not deleted before it is named.
  const other = await find.where('number', '=', number).forKeyShare().executeTakeFirst()
  if (other?.id === ownerId) throw refusal('bioDataId', 'partner-own', 'is your own biodata')
  if (!other || !(await isKnownTo(trx, ownerId, other)))
    throw refusal('bioDataId', 'partner-unknown', 'is no biodata that you know here')
  if (other.gender === own.gender) throw refusal('bioDataId', 'partner-gender', 'is a biodata of the same gender')
  return other.id
}

const isKnownTo = async (trx: Trx, ownerId: string, { id, published }: { id: string; published: boolean | null }) =>
  (
    await oneRow<{ isKnown: boolean }>(trx)`
      select not ${isBlockBetween(ownerId, id)} and (${published} or exists (
        select from contact_views
        where by_right in ('premium', 'request', 'answer')
          and (owner_id = ${id} and viewer_id = ${ownerId} or owner_id = ${ownerId} and viewer_id = ${id}))) as is_known`
  ).isKnown

/** What one has said; undefined for nothing. `number`: of the other's biodata, while it is there. */
export const marriageOf = (db: Db, ownerId: string) =>
  db
    .selectFrom('marriageAnswers as said')
    .leftJoin('biodata as other', 'other.id', 'said.partnerId')
    .select(['said.foundHere', 'said.saidAt', 'other.number'])
    .where('said.ownerId', '=', ownerId)
    .executeTakeFirst()

/** Those without a biodata by now too. */
export const countMarriages = async (db: Db) => (await oneRow<{ n: number }>(db)`select marriages_here() as n`).n
