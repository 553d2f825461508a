import { sql } from 'kysely'
import { isNoneOf } from '#src/features/safety/index.server.ts'
import { agoFrom, type Db } from '#src/platform/db/open.server.ts'
import { allRows, countWritten } from '#src/platform/db/rows.server.ts'
import { keyset } from '#src/platform/http/keyset.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import type { Favourite } from './contract.ts'
import { mostFavourites } from './policy.ts'

type Owner = Pick<Member, 'userId' | 'blocked'>

/** False for a biodata that this person does not find: that it is hidden and not gone must not be told. */
export const isFavouriteOf = ({ userId, blocked }: Owner) =>
  sql<boolean>`(biodata.published and ${isNoneOf(blocked)} and exists (
    select from favourites where favourites.owner_id = ${userId} and favourites.biodata_id = biodata.id))`

export async function isFavourite(db: Db, owner: Owner, number: number) {
  const [marked] = await allRows<{ isFavourite: boolean }>(db)`
    select ${isFavouriteOf(owner)} as is_favourite from biodata where number = ${number}`
  return marked?.isFavourite ?? false
}

/** After its removal a favourite can be put back for so long without being counted as a look at the profile (SPEC-N3). */
export const removedAreKept = '1 hour'

/** `isKnown`: it is a favourite, or was one until lately. */
export async function findMarkable(db: Db, owner: Owner, number: number, now: Date) {
  const { rows } = await sql<{ id: string; isKnown: boolean }>`
    select id, ${isFavouriteOf(owner)} or exists (
      select from removed_favourites where at > ${agoFrom(now, removedAreKept)}
        and owner_id = ${owner.userId} and biodata_id = biodata.id) as "isKnown"
    from published_biodata biodata where number = ${number} and ${isNoneOf(owner.blocked)}`.execute(db)
  return rows[0]
}

/** @returns the id, new or old; undefined when the biodata has just gone. @throws Problem at the limit */
export async function addFavourite(db: Db, ownerId: string, biodataId: string) {
  const { rows } = await sql<{ id: string | null }>`
    select add_favourite(${ownerId}, id, ${mostFavourites}) as id
    from (select id from biodata where id = ${biodataId} for key share) marked`.execute(db)
  const id = rows[0]?.id
  if (id !== null) return id
  throw new Problem('conflict', {
    code: 'too-many-favourites',
    detail: `There are ${mostFavourites} favourites at most. Remove one of them.`,
  })
}

export async function listFavouritesOf(
  db: Db,
  { userId, blocked, email }: Owner & Pick<Member, 'email'>,
  wanted: { limit: number; after?: string | undefined },
) {
  const at = { by: sql`favourites.created_at`, type: 'timestamptz' } as const
  const order = keyset({ at }, sql`favourites.id`, { ...wanted, sort: '-at' })
  return allRows<Favourite & { key: string }>(db)`
    select favourites.id, number, ${email}::text as email, biodata.id as biodata_id, name, name_in_other_script,
      division as address, occupation,
      ${order.key} as key
    from favourites join published_biodata biodata on biodata.id = biodata_id
    where owner_id = ${userId} and ${isNoneOf(blocked)} and ${order.isBeyond ?? sql`true`}
    order by ${order.orderBy} limit ${order.limit}`
}

const isOwnFavourite = ({ userId, blocked }: Owner, id: string) => sql`id = ${id} and owner_id = ${userId}
  and biodata_id in (select id from published_biodata as biodata where ${isNoneOf(blocked)})`

/** An empty note is none. */
export const writeNote = (db: Db, owner: Owner, id: string, note: string) =>
  countWritten(db)`update favourites set note = ${note || null} where ${isOwnFavourite(owner, id)}`

/** Only one's own, of a biodata that one finds. Its owner can put it back, see {@link findMarkable}. */
export const removeFavourite = (db: Db, owner: Owner, id: string, now: Date) =>
  countWritten(db)`
    with removed as (
      delete from favourites where ${isOwnFavourite(owner, id)} returning owner_id, biodata_id)
    insert into removed_favourites (owner_id, biodata_id, at) select owner_id, biodata_id, ${now} from removed
    on conflict (owner_id, biodata_id) do update set at = excluded.at`
