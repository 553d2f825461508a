import { sql } from 'kysely'
import type { Gender, Wish } from '#src/features/biodata/index.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Sought } from './contract.ts'
import { greatestNumber } from './sought.server.ts'

/** Milliseconds without a look that end a visit. */
const pause = 60 * 60_000
/** Milliseconds: one look in a quarter of an hour is written, not one with every request. */
const resolution = 15 * 60_000

export type Own = { number: number; gender: Gender }

interface Visit {
  /** Undefined in the first visit. */
  since: Date | undefined
  /** A biodata number. */
  newerThan: number
}

/** Leaves out the last minute: a number is assigned before its row is visible, so a smaller one may appear later. */
export const newestNumber = sql<number>`coalesce(
  (select number from biodata where created_at < now() - interval '1 minute' order by number desc limit 1), 0)`

/** @returns since when people are new to the member */
export async function recordVisit(db: Db, userId: string, now: Date): Promise<Visit> {
  const before = await readVisit(db, userId)
  if (before.lookedAt && before.lookedAt.getTime() > now.getTime() - resolution) return before
  const isPause = sql`visits.looked_at <= ${new Date(now.getTime() - resolution - pause)}`
  // Of several looks at once, on any server, one begins the visit.
  await sql`
    insert into visits (user_id, looked_at, looked_up_to) values (${userId}, ${now}, ${newestNumber})
    on conflict (user_id) do update set
      since = case when ${isPause} then visits.looked_at else visits.since end,
      since_number = case when ${isPause} then visits.looked_up_to else visits.since_number end,
      looked_at = excluded.looked_at, looked_up_to = excluded.looked_up_to
    where visits.looked_at <= ${new Date(now.getTime() - resolution)}`.execute(db)
  return readVisit(db, userId)
}

/** Does not write down the look. @returns undefined where nobody is newer */
export async function newerThanFor(db: Db, userId: string, now: Date): Promise<number | undefined> {
  const visit = await readVisit(db, userId)
  const isOver = visit.lookedAt && visit.lookedAt.getTime() <= now.getTime() - resolution - pause
  const newerThan = isOver ? visit.lookedUpTo : visit.newerThan
  const { rows } = await sql<{ newest: number }>`select ${newestNumber} as newest`.execute(db)
  return rows[0]!.newest > newerThan ? newerThan : undefined
}

export async function markAllSeen(db: Db, userId: string, now: Date) {
  await sql`
    insert into visits (user_id, looked_at, looked_up_to, since, since_number)
    values (${userId}, ${now}, ${newestNumber}, ${now}, ${newestNumber})
    on conflict (user_id) do update set since = excluded.since, since_number = excluded.since_number`.execute(db)
}

/** People who miss `leftOut`, or a later wish of the ladder, are listed among everybody else; null for none. */
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

export const otherGender = (sought: Sought, own: Own | undefined): Sought =>
  sought.gender || !own ? sought : { ...sought, gender: [own.gender === 'Male' ? 'Female' : 'Male'] }
