import { sql } from 'kysely'
import { attestedOf } from '#src/features/attestations/index.server.ts'
import { type CardRow, cardColumns, formOf, toCard } from '#src/features/biodata/index.server.ts'
import type { Columns } from '#src/features/biodata/index.ts'
import { type LiveStatus, requestStatusOf } from '#src/features/contact-requests/index.server.ts'
import { fitsOf } from '#src/features/matching/index.server.ts'
import { isNoneOf } from '#src/features/safety/index.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { allRows } from '#src/platform/db/rows.server.ts'
import { keyset } from '#src/platform/http/keyset.server.ts'
import type { Member } from '#src/platform/http/viewer.ts'

const facts = [
  'name',
  'nameInOtherScript',
  'height',
  'maritalStatus',
  'district',
  'education',
  'profession',
  'religion',
  'fatherOccupation',
] as const satisfies (keyof Columns)[]

type Row = CardRow &
  Pick<Columns, (typeof facts)[number]> & {
    favouriteId: string
    note: string | null
    request: LiveStatus | null
    key: string
  }
interface Wanted {
  limit: number
  after?: string | undefined
  numbers?: readonly number[] | undefined
}

/** Members have read these profiles: marking one counts as that. */
export async function shortlistOf(
  db: Db,
  { userId, blocked }: Pick<Member, 'userId' | 'blocked'>,
  { numbers, ...wanted }: Wanted,
  today: string,
) {
  const at = { by: sql`favourites.created_at`, type: 'timestamptz' } as const
  const order = keyset({ at }, sql`biodata.id`, { ...wanted, sort: '-at' })
  const columns = new Set([...cardColumns, ...facts])
  const rows = await allRows<Row>(db)`
    select ${sql.join([...columns].map((name) => sql.ref(`biodata.${name}`)))}, favourites.id as favourite_id, note,
      ${requestStatusOf(userId)} as request, ${order.key} as key
    from favourites join published_biodata biodata on biodata.id = biodata_id
    where owner_id = ${userId} and ${isNoneOf(blocked)} and ${order.isBeyond ?? sql`true`}
      and ${numbers ? sql`biodata.number = any(${numbers}::integer[])` : sql`true`}
    order by ${order.orderBy} limit ${order.limit}`
  const ids = rows.map(({ id }) => id)
  const [fitTo, attested] =
    ids.length > 0 ? await Promise.all([fitsOf(db, userId, ids, today), attestedOf(db, ids, today)]) : []
  return rows.map(({ favouriteId, note, request, key, ...row }) => ({
    ...toCard<CardRow>(today, row),
    ...formOf(facts, row),
    favouriteId,
    note: note ?? undefined,
    request: request === 'forwarded' ? ('pending' as const) : (request ?? undefined),
    fit: fitTo?.(row.id),
    attested: attested?.get(row.id),
    key,
  }))
}
