import { sql } from 'kysely'
import { isNoneOf } from '#src/features/safety/index.server.ts'
import { agoFrom } from '#src/platform/db/ago.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import { mostFavourites } from './policy.ts'

type Owner = Pick<Member, 'userId' | 'blocked'>

/** False for a biodata that this person does not find: that it is hidden and not gone must not be told. */
export const isFavouriteOf = ({ userId, blocked }: Owner) =>
  sql<boolean>`(biodata.published and ${isNoneOf(blocked)} and exists (
    select from favourites where favourites.owner_id = ${userId} and favourites.biodata_id = biodata.id))`

export async function isFavourite(db: Db, owner: Owner, number: number) {
  const row = await db
    .selectFrom('biodata')
    .select(isFavouriteOf(owner).as('isFavourite'))
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.isFavourite ?? false
}

/** After its removal a favourite can be put back for so long without being counted as a look at the profile (SPEC-N3). */
export const removedAreKept = '1 hour'

/** `isKnown`: it is a favourite, or was one until lately. */
export const findMarkable = (db: Db, owner: Owner, number: number, now: Date) =>
  db
    .selectFrom('publishedBiodata as biodata')
    .select('biodata.id')
    .select(({ or, exists, selectFrom }) =>
      or([
        isFavouriteOf(owner),
        exists(
          selectFrom('removedFavourites')
            .select('at')
            .where('at', '>', agoFrom(now, removedAreKept))
            .where('ownerId', '=', owner.userId)
            .whereRef('biodataId', '=', 'biodata.id'),
        ),
      ]).as('isKnown'),
    )
    .where('number', '=', number)
    .where(isNoneOf(owner.blocked))
    .executeTakeFirst()

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

export const listFavouritesOf = (
  db: Db,
  { userId, blocked }: Owner,
  limit: number,
  after?: readonly [createdAt: string, id: string],
) =>
  db
    .selectFrom('favourites')
    .innerJoin('publishedBiodata as biodata', 'biodata.id', 'favourites.biodataId')
    .select([
      'favourites.id',
      'biodata.number',
      'biodata.id as biodataId',
      'biodata.name',
      'biodata.division as address',
      'biodata.occupation',
    ])
    .select(sql<string>`favourites.created_at::text`.as('createdAt'))
    .where('favourites.ownerId', '=', userId)
    .where(isNoneOf(blocked))
    .$if(after !== undefined, (q) =>
      q.where(sql<boolean>`(favourites.created_at, favourites.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`),
    )
    .orderBy('favourites.createdAt', 'desc')
    .orderBy('favourites.id', 'desc')
    .limit(limit)
    .execute()

/** Only one's own, of a biodata that one finds. Its owner can put it back, see {@link findMarkable}. */
export async function removeFavourite(db: Db, { userId: ownerId, blocked }: Owner, id: string, now: Date) {
  const { rows } = await sql`
    with removed as (
      delete from favourites where id = ${id} and owner_id = ${ownerId}
        and biodata_id in (select id from published_biodata as biodata where ${isNoneOf(blocked)})
      returning owner_id, biodata_id)
    insert into removed_favourites (owner_id, biodata_id, at) select owner_id, biodata_id, ${now} from removed
    on conflict (owner_id, biodata_id) do update set at = excluded.at
    returning at`.execute(db)
  return rows.length
}

export async function forgetRemoved(db: Db, now: Date) {
  await db.deleteFrom('removedFavourites').where('at', '<', agoFrom(now, removedAreKept)).execute()
}
