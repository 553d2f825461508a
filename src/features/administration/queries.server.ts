import { sql } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'
import { priceOf } from '#src/platform/money.ts'
import type { Overview } from './contract.ts'

export async function addUpCounts(db: Db) {
  await sql`select add_up_counts()`.execute(db)
}

/** Twelve weeks of seven days; the last ends with the day `today` (`YYYY-MM-DD`). */
export async function countByWeek(db: Db, today: string) {
  const count = (what: string) => sql`coalesce(sum(n) filter (where what = ${sql.lit(what)}), 0)::int`
  const { rows } = await sql<{ day: string } & Record<keyof Overview['growth'], number>>`
    select week.day::text, ${count('biodata')} as biodata, ${count('accounts')} as users,
      ${count('contact requests')} as contact_requests, ${count('approvals')} as approvals
    from (select ${today}::date - 83 + 7 * place as day, place from generate_series(0, 11) place) week
    left join (
      select what, (day - ${today}::date + 83) / 7 as place, n from counted_by_day
      where what in ('biodata', 'accounts', 'contact requests', 'approvals') and currency = ''
        and day between ${today}::date - 83 and ${today}::date
    ) counted using (place)
    group by week.day order by week.day`.execute(db)
  return rows
}

export async function countAll(db: Db) {
  const [counted, { biodata }, findings] = await Promise.all([
    db
      .selectFrom('countedByDay')
      .select(['what', 'currency'])
      .select(({ fn }) => [fn.sum<string>('n').as('n'), fn.sum<string>('amount').as('amount')])
      .where('what', 'in', inTotal.map(sql.lit))
      .where('day', '=', sql.lit('-infinity'))
      .groupBy(['what', 'currency'])
      .orderBy('currency')
      .execute(),
    db
      .selectFrom('biodataCount')
      .where('maritalStatus', '=', sql.lit('any'))
      .where('period', '=', sql.lit('year'))
      .select(({ fn }) => fn.sum<number>('n').as('biodata'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('paymentFindings')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('doneAt', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  const of = (what: (typeof inTotal)[number]) => Number(counted.find((count) => count.what === what)?.n ?? 0)
  return {
    users: of('accounts'),
    biodata: Number(biodata),
    contactRequestsWaiting: of('contact requests waiting'),
    premiumRequestsWaiting: of('premium requests waiting'),
    payments: counted
      .filter(({ what, n }) => what === 'kept' && n !== '0')
      .map(({ currency: code, n, amount }) => {
        const { price: sum, currency } = priceOf({ amount: Number(amount), currency: code })
        return { currency, number: Number(n), sum }
      }),
    paymentFindings: Number(findings.n),
  }
}
const inTotal = ['accounts', 'contact requests waiting', 'premium requests waiting', 'kept'] as const

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
