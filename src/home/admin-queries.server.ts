import { sql } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'

const kinds = {
  biodata: sql`biodata where`,
  users: sql`users where`,
  payments: sql`payments where status = 'succeeded' and`,
  contactRequests: sql`contact_requests where`,
}
type Kind = keyof typeof kinds

/**
 * How many of each there were in each of twelve weeks of seven days, the last of which ends with the day `today`
 * (`YYYY-MM-DD` in `timeZone`). Every number is the length of one range of an index.
 */
export async function countByWeek(db: Db, today: string, timeZone: string) {
  const column = (kind: Kind) => sql.ref(kind === 'contactRequests' ? 'requested_at' : 'created_at')
  const count = (kind: Kind) => sql<number>`(select count(*)::int from ${kinds[kind]} ${column(kind)} >= start
    and ${column(kind)} < start + interval '7 days')`
  const { rows } = await sql<{ day: string } & Record<Kind, number>>`
    select day::date::text as day, ${count('biodata')} as biodata, ${count('users')} as users,
      ${count('payments')} as payments, ${count('contactRequests')} as contact_requests
    from generate_series(${today}::date - 83, ${today}::date - 6, interval '7 days') day,
      lateral (select day::timestamp at time zone ${timeZone} as start) week
    order by week.start`.execute(db)
  return rows
}

export async function countAll(db: Db) {
  const [{ users, biodata }, payments] = await Promise.all([
    db
      .selectFrom('biodataCount')
      .select(({ fn, selectFrom }) => [
        fn.sum<number>('n').as('biodata'),
        selectFrom('users')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('users'),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('payments')
      .select(({ fn }) => ['currency', fn.countAll<number>().as('number'), fn.sum<number>('amount').as('amount')])
      .where('status', '=', sql.lit('succeeded'))
      .groupBy('currency')
      .orderBy('currency')
      .execute(),
  ])
  return { users: Number(users), biodata: Number(biodata), payments }
}

/** How many contact requests wait, and which the longest. */
export async function waitingContactRequests(db: Db) {
  const waiting = db.selectFrom('contactRequests as request').where('request.status', '=', sql.lit('pending'))
  const [{ total }, first] = await Promise.all([
    waiting.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    waiting
      .innerJoin('users', 'users.id', 'request.userId')
      .innerJoin('biodata', 'biodata.id', 'request.biodataId')
      .select(['users.name', 'biodata.number', 'request.requestedAt'])
      .orderBy('request.requestedAt')
      .orderBy('request.id')
      .limit(sql.lit(3))
      .execute(),
  ])
  return { total: Number(total), first }
}

/** How many premium requests wait, and which the longest. */
export async function waitingPremiumRequests(db: Db) {
  const waiting = db.selectFrom('premium').where('premium.status', '=', sql.lit('pending'))
  const [{ total }, first] = await Promise.all([
    waiting.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    waiting
      .innerJoin('users', 'users.id', 'premium.userId')
      .innerJoin('biodata', 'biodata.id', 'premium.userId')
      .select(['users.name', 'biodata.number', 'premium.requestedAt'])
      .orderBy('premium.requestedAt')
      .orderBy('premium.userId')
      .limit(sql.lit(3))
      .execute(),
  ])
  return { total: Number(total), first }
}

/** The latest first. What was done to a contact request shows who asked, and for whom. */
export async function listActions(db: Db, limit: number, before: number | undefined) {
  return db
    .selectFrom('auditLog as line')
    .leftJoin('users as actor', 'actor.id', 'line.actorId')
    .leftJoin('contactRequests as request', 'request.id', 'line.subjectId')
    .leftJoin('biodata', 'biodata.id', 'request.biodataId')
    .leftJoin('users as subject', (on) =>
      on.on('subject.id', '=', (of) => of.fn.coalesce('request.userId', 'line.subjectId')),
    )
    .select(['line.id', 'line.at', 'line.action', 'line.actorId', 'line.subjectId', 'biodata.number'])
    .select(['actor.name as actorName', 'actor.email as actorEmail'])
    .select(['subject.name as subjectName', 'subject.email as subjectEmail'])
    .$if(before !== undefined, (q) => q.where('line.id', '<', String(before)))
    .orderBy('line.id', 'desc')
    .limit(sql.lit(limit))
    .execute()
}
