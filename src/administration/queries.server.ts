import { sql } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'

/**
 * How many of each there were in each of twelve weeks of seven days, the last of which ends with the day `today`
 * (`YYYY-MM-DD` in `timeZone`). Every number is the length of one range of an index.
 */
export async function countByWeek(db: Db, today: string, timeZone: string) {
  const count = (table: string, moment: string) => sql`(select count(*)::int from ${sql.table(table)}
    where ${sql.ref(moment)} >= start and ${sql.ref(moment)} < start + interval '7 days')`
  const { rows } = await sql<{
    day: string
    biodata: number
    users: number
    contactRequests: number
    approvals: number
  }>`
    select day::date::text as day, ${count('biodata', 'created_at')} as biodata, ${count('users', 'created_at')} as users,
      ${count('contact_requests', 'requested_at')} as contact_requests,
      ${count('contact_requests', 'approved_at')} + ${count('premium', 'approved_at')} as approvals
    from generate_series(${today}::date - 83, ${today}::date - 6, interval '7 days') day,
      lateral (select day::timestamp at time zone ${timeZone} as start) week
    order by week.start`.execute(db)
  return rows
}

export async function countAll(db: Db) {
  const [{ users, biodata }, payments, findings] = await Promise.all([
    db
      .selectFrom('biodataCount')
      .where('maritalStatus', '=', sql.lit('any'))
      .where('period', '=', sql.lit('year'))
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
    db
      .selectFrom('paymentFindings')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('doneAt', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  return { users: Number(users), biodata: Number(biodata), payments, paymentFindings: Number(findings.n) }
}

/** How many contact requests wait, and which the longest. */
export async function waitingContactRequests(db: Db) {
  const waiting = db
    .selectFrom('contactRequests as request')
    .where('request.status', '=', sql.lit('pending'))
    // Whose biodata is deleted has got the money back: nothing to decide.
    .where('request.biodataId', 'is not', null)
  const [{ total }, first] = await Promise.all([
    waiting.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    waiting
      .innerJoin('users', 'users.id', 'request.userId')
      .innerJoin('biodata', 'biodata.id', 'request.biodataId')
      .leftJoin('biodata as own', 'own.id', 'users.id')
      .select([
        'users.name',
        'own.id as ownBiodataId',
        'biodata.number',
        'biodata.id as biodataId',
        'request.requestedAt',
      ])
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
      .select(['users.name', 'biodata.id as ownBiodataId', 'biodata.number', 'biodata.id as biodataId'])
      .select('premium.requestedAt')
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
    .select(['subject.id as personId', 'subject.name as subjectName', 'subject.email as subjectEmail'])
    .$if(before !== undefined, (q) => q.where('line.id', '<', String(before)))
    .orderBy('line.id', 'desc')
    .limit(sql.lit(limit))
    .execute()
}
