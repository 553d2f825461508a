import { sql } from 'kysely'
import { notify } from '#src/features/notifications/index.server.ts'
import { dayOf } from '#src/platform/clock.ts'
import type { Db, Trx } from '#src/platform/db/open.server.ts'
import { allRows, oneRow } from '#src/platform/db/rows.server.ts'
import { keyset } from '#src/platform/http/keyset.server.ts'
import type { ContactViewer } from './contract.ts'
import type { ContactLimit, ListInFile, Right } from './policy.ts'

/** Orders one person's looks. A transaction that ends a right takes it before it reads what was seen. */
export const lockViewer = (trx: Trx, viewerId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${viewerId}, 0))`.execute(trx)

/**
 * `opensAt` says from when on the viewer may see this owner's contact, null when now. Contacts seen within the stretch
 * stay open. Lines for files do not count: a file asks for the password by itself.
 */
export async function contactAllowance(
  db: Db,
  viewerId: string,
  ownerId: string,
  { byRight, most, withinSeconds }: ContactLimit,
) {
  const stretch = sql`make_interval(secs => ${withinSeconds})`
  return oneRow<{ left: number; opensAt: Date | null; opensInSeconds: number }>(db)`
    with seen as (
      select owner_id, max(at) as at from (
        select owner_id, at from contact_views
        where viewer_id = ${viewerId} and by_right = ${byRight} and not in_file and at > now() - ${stretch}
        union all
        -- What a premium member asks a family without a fee.
        select biodata_id, requested_at from contact_requests
        where ${byRight} = 'premium' and user_id = ${viewerId} and payment_id is null and requested_at > now() - ${stretch}
          and biodata_id is not null
      ) counted group by owner_id
    ), counted as (
      select count(*)::integer as n, coalesce(bool_or(owner_id = ${ownerId}), false) as is_again,
        (array_agg(at order by at desc))[${most}::integer] + ${stretch} as free_at
      from seen
    )
    select greatest(0, ${most} - n) as left, opens_at,
      greatest(1, ceil(extract(epoch from opens_at - now())))::integer as opens_in_seconds
    from counted, lateral (select case when not is_again then free_at end as opens_at) opens`
}

/** Pass the transaction that reads the contacts. An hour's looks are one line; owners hear of a viewer once a day. */
export async function recordShowing(
  trx: Trx,
  viewerId: string,
  byRight: Right,
  ownerIds: readonly string[],
  { inFile = false, reason = null }: { inFile?: boolean; reason?: string | null } = {},
) {
  if (ownerIds.length === 0) return
  await lockViewer(trx, viewerId)
  const shown = await allRows<{ ownerId: string; at: Date }>(trx)`
    insert into contact_views (owner_id, viewer_id, viewer_number, by_right, in_file, reason)
    select owner_id, ${viewerId}::uuid, (select number from biodata where id = ${viewerId}::uuid), ${byRight}, ${inFile}, ${reason}
    from unnest(${ownerIds}::uuid[]) owner_id
    -- One set for all of them: asked of one after the other, the lines of this very file are read anew for each.
    where owner_id not in (
      select seen.owner_id from contact_views seen
      where seen.viewer_id = ${viewerId}::uuid and seen.owner_id = any(${ownerIds}::uuid[])
        and seen.by_right = ${byRight} and seen.in_file = ${inFile} and seen.reason is not distinct from ${reason}::text
        and seen.at > now() - interval '1 hour'
    )
    -- Lines are numbered as they are written. In the order of the table, their numbers would tell who saved last.
    order by owner_id
    returning owner_id, at`
  // Of a list in a file the owners read in the ledger: an administrator saves thousands of contacts with one press.
  if (byRight === 'owner' || inFile || !shown[0]) return
  await notify(trx, {
    to: shown.map(({ ownerId }) => ownerId),
    kind: 'contact-seen',
    cause: `${viewerId} ${dayOf(shown[0].at)}`,
    about: byRight === 'administrator' ? { by: byRight } : { by: byRight, viewerId },
    mail: { kind: 'contact-seen' },
  })
}

/** Whether a viewer has seen a contact by a paid request since `since`, or in the hour before, which has no line of its own. */
export async function hasSeenByRequest(trx: Trx, viewerId: string, ownerId: string, since: Date) {
  const lines = trx.selectFrom('contactViews').select('id').limit(1)
  const byRequest = lines.where((line) => line.and({ viewerId, ownerId, byRight: 'request' }))
  return (await byRequest.where('at', '>', new Date(since.getTime() - 3_600_000)).execute()).length > 0
}

/** Writes down, for `mountList`, that a list was saved as a file; `ownerOf` says whose contact a row shows. */
export const recordFile =
  <Row>(list: ListInFile, ownerOf: (row: Row) => string | undefined) =>
  async (trx: Trx, adminId: string, rows: Row[]) => {
    const named = rows.flatMap((row) => ownerOf(row) ?? [])
    const owners = await allRows<{ id: string }>(trx)`select id from biodata where id = any(${named}::uuid[])`
    const ids = owners.map(({ id }) => id)
    await recordShowing(trx, adminId, 'administrator', ids, { inFile: true, reason: list })
  }

const others = (ownerId: string) => sql`owner_id = ${ownerId} and by_right <> 'owner'`

const mostLooks = 100

/** A row per person and right, the latest first, with names of administrators too: the route leaves those out. */
export async function listViewers(db: Db, ownerId: string, wanted: { limit: number; after?: string | undefined }) {
  const at = { by: sql`max(at)`, type: 'timestamptz', hasRunningId: true } as const
  const order = keyset({ at }, sql`min(id)`, { ...wanted, sort: '-at' })
  type Row = Omit<ContactViewer, 'viewerId' | 'reportedAt' | 'hasLeft'> & { viewerId: string; key: string }
  return allRows<Row & { published: boolean | null; reportedAt: Date | null }>(db)`
    select seen.*, coalesce(biodata.name, users.name) as name, coalesce(biodata.number, seen.viewer_number) as number,
      biodata.name_in_other_script, biodata.id as biodata_id, biodata.published,
      (select at from reports where reporter_id = ${ownerId} and reported_id = seen.viewer_id and outcome is null) as reported_at,
      (select json_agg(json_build_object('at', to_char(look.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'inFile', look.in_file, 'reason', look.reason) order by look.at desc)
        from (select at, in_file, reason from contact_views where ${others(ownerId)} and viewer_id = seen.viewer_id
          and by_right = seen.by_right order by at desc limit ${mostLooks}) look) as looks
    from (
      select min(id)::text as id, viewer_id, by_right, max(viewer_number) as viewer_number, ${order.key} as key,
        count(*)::int as times
      from contact_views where ${others(ownerId)}
      group by viewer_id, by_right
      having ${order.isBeyond ?? sql`true`}
      order by ${order.orderBy} limit ${order.limit}
    ) seen
    left join users on users.id = seen.viewer_id
    left join biodata on biodata.id = seen.viewer_id
    order by key::timestamptz desc, seen.id::bigint desc`
}

export const sumViews = (db: Db, ownerId: string) =>
  oneRow<{ people: number; times: number; lately: number; peopleLately: number; lastAt: string | null }>(db)`
    with seen as (
      select viewer_id, at, at > now() - interval '30 days' as is_late from contact_views where ${others(ownerId)}
    )
    select count(distinct viewer_id)::int as people, count(*)::int as times,
      count(*) filter (where is_late)::int as lately,
      count(distinct viewer_id) filter (where is_late)::int as people_lately,
      to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_at
    from seen`

const linesAtOnce = 1000

/** Every line about a contact, the latest first, as its owner may read it. */
export async function* everyView(db: Db, ownerId: string) {
  let before: string | undefined
  do {
    const rows = await allRows<{ id: string; at: string }>(db)`
      select line.id, to_char(line.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, by_right, in_file, reason,
        case when by_right <> 'administrator' then coalesce(biodata.name, users.name) end as name,
        case when by_right <> 'administrator' then coalesce(biodata.number, viewer_number) end as number
      from contact_views line
      left join users on users.id = viewer_id
      left join biodata on biodata.id = viewer_id
      where ${others(ownerId)} and ${before ? sql`line.id < ${before}::bigint` : sql`true`}
      order by line.id desc limit ${linesAtOnce}`
    yield rows
    before = rows.length === linesAtOnce ? rows.at(-1)!.id : undefined
  } while (before)
}
