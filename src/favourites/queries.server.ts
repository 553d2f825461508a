import { sql } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'
import { isNoneOf } from '#src/safety/queries.server.ts'
import type { Favourite } from './contract.ts'

export async function isFavourite(db: Db, ownerId: string, biodata: { id: string } | { number: number }) {
  const row = await db
    .selectFrom('favourites')
    .innerJoin('biodata', 'biodata.id', 'favourites.biodataId')
    .select('favourites.id')
    .where('favourites.ownerId', '=', ownerId)
    .where((is) => ('id' in biodata ? is('biodata.id', '=', biodata.id) : is('biodata.number', '=', biodata.number)))
    .executeTakeFirst()
  return row !== undefined
}

/** @returns the id of the one favourite, new or old; undefined when there is no such biodata */
export async function addFavourite(db: Db, ownerId: string, number: number, blocked: readonly number[]) {
  // Writing the same value back makes the existing row come out of `returning`.
  const { rows } = await sql<{ id: string }>`
    insert into favourites (owner_id, biodata_id) select ${ownerId}::uuid, id from published_biodata biodata
    where number = ${number} and ${isNoneOf(blocked)}
    on conflict (owner_id, biodata_id) do update set owner_id = excluded.owner_id
    returning id`.execute(db)
  return rows[0]?.id
}

export async function listFavouritesOf(
  db: Db,
  ownerId: string,
  blocked: readonly number[],
  limit: number,
  after?: readonly [createdAt: string, id: string],
): Promise<(Omit<Favourite, 'email'> & { createdAt: string })[]> {
  return db
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
    .where('favourites.ownerId', '=', ownerId)
    .where(isNoneOf(blocked))
    .$if(after !== undefined, (q) =>
      q.where(sql<boolean>`(favourites.created_at, favourites.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`),
    )
    .orderBy('favourites.createdAt', 'desc')
    .orderBy('favourites.id', 'desc')
    .limit(limit)
    .execute()
}

/** Somebody else's favourite is not found, whatever its id. */
export async function removeFavourite(db: Db, ownerId: string, id: string) {
  const result = await db
    .deleteFrom('favourites')
    .where('id', '=', id)
    .where('ownerId', '=', ownerId)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
