import { sql } from 'kysely'
import type { Gender, Wish } from '#src/features/biodata/index.ts'
import { agoFrom } from '#src/platform/db/ago.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Sought } from './contract.ts'
import { greatestNumber } from './sought.server.ts'

/** So long nobody looks at a list between two visits, in milliseconds. */
const pause = 60 * 60_000
/** A look is written down when the last one that was is so old: once in a quarter of an hour, not with every request. */
const resolution = 15 * 60_000

/** A member's own biodata. */
export type Own = { number: number; gender: Gender }

/** What a member has seen. */
export interface Visit {
  /** The end of the last visit; undefined in the first one. */
  since: Date | undefined
  /** Above this number people are new. */
  newerThan: number
}

/**
 * The newest number, but for those of this very minute: numbers are given out before they are there, so a smaller one may
 * come after a greater one.
 */
export const newestNumber = sql<number>`coalesce(
  (select number from biodata where created_at < now() - interval '1 minute' order by number desc limit 1), 0)`

/** Notes that a member looks at people. @returns since when people are new to them */
export async function recordVisit(db: Db, userId: string, now: Date): Promise<Visit> {
  const before = await readVisit(db, userId)
  if (before.lookedAt && before.lookedAt.getTime() > now.getTime() - resolution) return before
  const isPause = sql`visits.looked_at <= ${new Date(now.getTime() - resolution - pause)}`
  // Of several looks at once, by whichever servers, one begins the visit.
  await sql`
    insert into visits (user_id, looked_at, looked_up_to) values (${userId}, ${now}, ${newestNumber})
    on conflict (user_id) do update set
      since = case when ${isPause} then visits.looked_at else visits.since end,
      since_number = case when ${isPause} then visits.looked_up_to else visits.since_number end,
      looked_at = excluded.looked_at, looked_up_to = excluded.looked_up_to
    where visits.looked_at <= ${new Date(now.getTime() - resolution)}`.execute(db)
  return readVisit(db, userId)
}

/** Above which number people are new to a member who looks now; that they do is not written down. */
export async function newerThanFor(db: Db, userId: string, now: Date) {
  const { lookedAt, lookedUpTo, newerThan } = await readVisit(db, userId)
  return lookedAt && lookedAt.getTime() <= now.getTime() - resolution - pause ? lookedUpTo : newerThan
}

/** Whether anybody came with a number above this one. */
export async function hasNewer(db: Db, number: number) {
  const { rows } = await sql<{ newest: number }>`select ${newestNumber} as newest`.execute(db)
  return rows[0]!.newest > number
}

/** From now on nobody who is there is new to the member. */
export async function markAllSeen(db: Db, userId: string, now: Date) {
  await sql`
    insert into visits (user_id, looked_at, looked_up_to, since, since_number)
    values (${userId}, ${now}, ${newestNumber}, ${now}, ${newestNumber})
    on conflict (user_id) do update set since = excluded.since, since_number = excluded.since_number`.execute(db)
}

/** Keeps the wish of a member's ladder from which on people who miss it stand among everybody else; null for none. */
export async function leaveOut(db: Db, userId: string, leftOut: Wish | null, now: Date) {
  // Leaving people out is a look at them.
  await sql`
    insert into visits (user_id, looked_at, looked_up_to, left_out) values (${userId}, ${now}, ${newestNumber}, ${leftOut})
    on conflict (user_id) do update set left_out = excluded.left_out`.execute(db)
}

async function readVisit(db: Db, userId: string): Promise<Visit & { lookedAt: Date | undefined; lookedUpTo: number }> {
  const row = await db
    .selectFrom('visits')
    .select(['lookedAt', 'lookedUpTo', 'since', 'sinceNumber'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  const { lookedAt, lookedUpTo = greatestNumber, since, sinceNumber } = row ?? {}
  return { lookedAt, lookedUpTo, since: since ?? undefined, newerThan: sinceNumber ?? greatestNumber }
}

/** Apart from the visit, which every list asks for: few need this. */
export const ownOf = (db: Db, userId: string): Promise<Own | undefined> =>
  db.selectFrom('biodata').select(['number', 'gender']).where('id', '=', userId).executeTakeFirst()

/** Who is new to somebody is of the other gender, unless a gender is looked for. */
export const otherGender = (sought: Sought, own: Own | undefined): Sought =>
  sought.gender || !own ? sought : { ...sought, gender: [own.gender === 'Male' ? 'Female' : 'Male'] }

/** After the last look at people; a member who comes back later begins anew. */
export const visitsAreKept = '1 year'

export async function forgetVisits(db: Db, now: Date) {
  await db.deleteFrom('visits').where('lookedAt', '<', agoFrom(now, visitsAreKept)).execute()
}
