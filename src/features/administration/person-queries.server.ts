import { sql } from 'kysely'
import { listViewers } from '#src/features/contact-ledger/index.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { priceOf } from '#src/platform/money.ts'
import type { PersonFacts } from './contract.ts'

/** So many lines of each list are on the page of a person. */
const most = 50

/** @returns undefined when there is no such person; `day` is today */
export async function findPerson(db: Db, id: string, day: string): Promise<PersonFacts | undefined> {
  const person = await db
    .selectFrom('users')
    .leftJoin('premium', 'premium.userId', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.emailVerified as isVerified', 'users.createdAt'])
    .select(['users.role', 'users.suspendedAt', 'users.suspendedBecause', 'premium.status as premium'])
    .select((of) =>
      of
        .selectFrom('sessions')
        .select(({ fn }) => fn.max('updatedAt').as('at'))
        .whereRef('userId', '=', 'users.id')
        .as('lastHere'),
    )
    .where('users.id', '=', id)
    .executeTakeFirst()
  if (!person) return undefined
  const [biodata, requests, payments, views, history] = await Promise.all([
    db
      .selectFrom('biodata')
      .select(['number', 'gender', 'division', 'occupation', 'presence', 'unpublished', 'published', 'contactFor'])
      .select(sql<number>`extract(year from age(${day}::date, birth))::int`.as('age'))
      .where('id', '=', id)
      .executeTakeFirst(),
    requestsOf(db, id),
    paymentsOf(db, id),
    listViewers(db, id, most),
    historyOf(db, id),
  ])
  const { suspendedAt, suspendedBecause } = person
  return {
    ...person,
    since: person.createdAt.toISOString(),
    lastHere: person.lastHere?.toISOString() ?? null,
    isAdmin: person.role === 'admin',
    isPremium: person.premium === 'approve',
    suspended: suspendedAt && suspendedBecause ? { at: suspendedAt.toISOString(), because: suspendedBecause } : null,
    biodata: biodata ?? null,
    requests,
    payments,
    views: views.map((view) => ({ ...view, viewer: view.name })),
    history,
  }
}

async function requestsOf(db: Db, id: string) {
  const rows = await db
    .selectFrom('contactRequests as request')
    .innerJoin('payments', 'payments.id', 'request.paymentId')
    .leftJoin('users as other', (on) =>
      on.on(
        sql<boolean>`other.id = case when request.user_id = ${id} then request.biodata_id else request.user_id end`,
      ),
    )
    .leftJoin('biodata', 'biodata.id', 'other.id')
    .select(['request.id', 'request.userId', 'request.number as asked', 'request.status', 'request.requestedAt'])
    .select(['payments.amount', 'payments.currency', 'payments.status as payment'])
    .select(['other.id as otherId', 'other.name as other', 'biodata.number'])
    .where((or) => or.or([or('request.userId', '=', id), or('request.biodataId', '=', id)]))
    .orderBy('request.requestedAt', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ userId, asked, requestedAt, amount, currency, number, ...row }) => ({
    ...row,
    ...priceOf({ amount, currency }),
    isMade: userId === id,
    number: userId === id ? asked : number,
    date: requestedAt.toISOString(),
  }))
}

async function paymentsOf(db: Db, id: string) {
  const rows = await db
    .selectFrom('payments')
    .select(['createdAt', 'amount', 'currency', 'status', 'providerRef'])
    .where('userId', '=', id)
    .orderBy('createdAt', 'desc')
    .limit(most)
    .execute()
  return rows.map((paid) => ({
    ...priceOf(paid),
    status: paid.status,
    date: paid.createdAt.toISOString(),
    reference: paid.providerRef ?? '',
  }))
}

async function historyOf(db: Db, id: string) {
  const lines = (subjects: ReturnType<typeof sql>) => sql`
    (select id, at, action, actor_id from audit_log where ${subjects} order by id desc limit ${sql.lit(most)})`
  const { rows } = await sql<{ at: Date; action: string; actorId: string | null; actor: string | null }>`
    select line.at, line.action, line.actor_id, actor.name as actor from (
      ${lines(sql`subject_id = ${id}`)} union ${lines(sql`actor_id = ${id}`)} union
      ${lines(sql`subject_id in (select id from contact_requests where user_id = ${id} or biodata_id = ${id})`)}
    ) line left join users actor on actor.id = line.actor_id
    order by line.id desc limit ${sql.lit(most)}`.execute(db)
  return rows.map(({ at, actorId, ...line }) => ({ ...line, at: at.toISOString(), isCommandLine: actorId === null }))
}
