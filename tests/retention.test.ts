import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { forget, retention } from '#src/app/server/forget.server.ts'
import { testWorld } from './world.server.ts'

const world = await testWorld()
afterAll(() => world.close())

const docs = readFileSync('docs/operating.md', 'utf8')
const section = docs.slice(docs.indexOf('## How long things are kept')).split('\n## ')[0]!
/** The cells of the lines of a Markdown table. */
const lines = section
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) =>
    line
      .split('|')
      .slice(1, 3)
      .map((cell) => cell.trim()),
  )

test('R7: the documents say what the code removes, and when', () => {
  expect(lines).toEqual(retention.map(({ rows, keep }) => [rows, keep]))
})

test('R7: of every table the documents say how long its rows are kept', async () => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(
    world.db,
  )
  expect(rows.filter(({ name }) => !section.includes(`\`${name}\``))).toEqual([])
})

const payer = await world.signUp('payer@example.org')
const owner = await world.signUp('owner@example.org')
await world.publish(owner)

/** A payment with a request that has ended. */
const endedRequest = (at: ReturnType<typeof sql>) => sql`
  with paid as (
    insert into payments (provider, user_id, biodata_id, amount, currency, status, refund_because)
    values ('stripe', ${payer.id}, ${owner.id}, 500, 'usd', 'refunded', 'hidden') returning id
  )
  insert into contact_requests (user_id, biodata_id, payment_id, status, ended_at)
  select ${payer.id}, ${owner.id}, id, 'withdrawn', ${at} from paid`

const at = (moment: string) => sql`now() - ${moment}::interval`
/** A row as old as that of each of the tables that have a period. */
const rowsOf: Record<string, (age: string) => ReturnType<typeof sql>> = {
  introductions: (age) => sql`insert into introductions (user_id, biodata_id, words, written_at)
    select writer.id, ${owner.id}, 'Hello', ${at(age)} from users writer
    where writer.id not in (select user_id from introductions) limit 1`,
  put_away: (age) => sql`insert into put_away (user_id, name, had_biodata, was_published, at)
    select id, 'A', false, false, ${at(age)} from users where id not in (select user_id from put_away) limit 1`,
  outbox: (age) => sql`insert into outbox (recipient, language, kind, status, created_at)
    values ('a@b.c', 'en', 'contact-form', 'failed', ${at(age)})`,
  notifications: (age) => sql`insert into notifications (user_id, kind, cause, about, made_at)
    values (${payer.id}, 'premium', gen_random_uuid()::text, '{}', ${at(age)})`,
  provider_events: (age) => sql`insert into provider_events (provider, event_id, type, received_at)
    values ('stripe', gen_random_uuid()::text, 'some', ${at(age)})`,
  payments: (age) => sql`insert into payments (provider, amount, currency, status, updated_at)
    values ('stripe', 500, 'usd', 'canceled', ${at(age)})`,
  transfer_claims: (age) => sql`
    with one as (
      insert into payments (provider, amount, currency, status) values ('send-money', 500, 'bdt', 'succeeded') returning id
    )
    insert into transfer_claims (payment_id, wallet, transaction_id, last_digits, state, claimed_at)
    select id, 'bkash', 'DED220MHU4', '4821', 'refused', ${at(age)} from one`,
  payment_findings: (age) => sql`insert into payment_findings (provider, provider_ref, kind, amount, currency, done_at)
    values ('stripe', gen_random_uuid()::text, 'unknown', 500, 'usd', ${at(age)})`,
  contact_requests: (age) => endedRequest(at(age)),
  profile_views: (age) => sql`insert into profile_views (viewer_id, owner_id, at)
    values (${payer.id}, ${owner.id}, ${at(age)})`,
  network_views: (age) => sql`insert into network_views (network, at) values ('a hash', ${at(age)})`,
  removed_favourites: (age) => sql`insert into removed_favourites (owner_id, biodata_id, at)
    values (${payer.id}, gen_random_uuid(), ${at(age)})`,
  card_views: (age) => sql`insert into card_views (viewer_id, at, shown) values (${payer.id}, ${at(age)}, '{1}')`,
  imports: (age) => sql`insert into imports (file_name, bytes, made_at) values ('a', 1, ${at(age)})`,
  attestations: (age) => sql`insert into attestations (subject_id, kind, how, at, ended_at, ended_because)
    values (${owner.id}, 'phone', 'call', now(), ${at(age)}, 'changed')`,
  import_pieces: (age) => sql`
    with one as (insert into imports (file_name, bytes, made_at) values ('a', 1, ${at(age)}) returning id)
    insert into import_pieces select id, 0, 'a' from one`,
  import_rows: (age) => sql`
    with one as (insert into imports (file_name, bytes, made_at) values ('a', 1, ${at(age)}) returning id)
    insert into import_rows (import_id, row, line) select id, 2, '{}' from one`,
  visits: (age) => sql`insert into visits (user_id, looked_at, looked_up_to)
    select id, ${at(age)}, 0 from users where id not in (select user_id from visits) limit 1`,
  guardianships: (age) => sql`
    insert into guardianships (ward_id, relation, name, token_hash, invited_at, expires_at, may_answer, is_contact, may_confirm, may_edit)
    select ${owner.id}, 'other', 'A', decode(md5(random()::text), 'hex'), ${at(age)} - interval '7 days', ${at(age)}, ${sql.raw('false, false, false, false')}`,
  unanswered_reports: (age) => sql`
    with one as (
      insert into contact_requests (user_id, biodata_id) select id, ${owner.id} from users
      where id not in (select reporter_id from unanswered_reports) limit 1 returning id, user_id, biodata_id
    )
    insert into unanswered_reports (request_id, reporter_id, owner_id, is_guardians, reported_at, outcome, decided_at)
    select id, user_id, biodata_id, false, ${at(age)}, 'answers', ${at(age)} from one`,
  reports: (age) => sql`insert into reports (reporter_id, reported_id, reason, outcome, answer, answered_at)
    values (${payer.id}, ${owner.id}, 'rude', 'resolved', 'Thank you.', ${at(age)})`,
  contact_feedback: (age) => sql`
    with one as (
      insert into contact_requests (user_id, biodata_id, status, ended_at)
      values (${payer.id}, ${owner.id}, 'withdrawn', now() + interval '2 years') returning id
    )
    insert into contact_feedback (request_id, asked_at) select id, ${at(age)} from one`,
  contact_views: (age) => sql`insert into contact_views (owner_id, viewer_id, by_right, at)
    values (${owner.id}, ${payer.id}, 'premium', ${at(age)})`,
  audit_log: (age) => sql`insert into audit_log (action, at) values ('made admin', ${at(age)})`,
}

const periods = retention.flatMap(({ rows, keep }) =>
  /^\d/.test(keep) ? [...rows.matchAll(/`(\w+)`/g)].map(([, table]) => [table!, keep] as const) : [],
)

test.each(periods.filter(([table]) => table !== 'biodata'))(
  'R7: rows of %s are removed after %s, and not before',
  async (table, keep) => {
    const count = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(world.db)
      return rows[0]!.n
    }
    const before = await count()
    for (const age of [`${keep} 600 seconds`, `${keep} -600 seconds`]) await rowsOf[table]!(age).execute(world.db)
    expect(await count()).toBe(before + 2)
    await forget(world.db, new Date(), true)
    expect(await count()).toBe(before + 1)
  },
)

test('R7 K3f: a request whose money is still on its way back stays, and so do open findings and what was paid', async () => {
  await endedRequest(at('2 years')).execute(world.db)
  await sql`update payments set status = 'refund_due' where status = 'refunded'`.execute(world.db)
  await sql`insert into payment_findings (provider, provider_ref, kind, amount, currency, found_at)
    values ('stripe', 'pi_old', 'unknown', 500, 'usd', now() - interval '2 years')`.execute(world.db)
  const { rows: before } =
    await sql`select (select count(*) from contact_requests) as requests, (select count(*) from payment_findings) as findings, (select count(*) from payments where status not in ('created', 'canceled')) as payments`.execute(
      world.db,
    )
  await forget(world.db, new Date(Date.now() + 400 * 86_400_000), true)
  const { rows: after } =
    await sql`select (select count(*) from contact_requests) as requests, (select count(*) from payment_findings where done_at is null) as findings, (select count(*) from payments where status not in ('created', 'canceled')) as payments`.execute(
      world.db,
    )
  expect(after[0]).toMatchObject({
    requests: (before[0] as { requests: string }).requests,
    findings: '1',
    payments: (before[0] as { payments: string }).payments,
  })
})

test('R7: what cannot be removed keeps no other from being removed', async () => {
  await rowsOf.outbox!('60 days').execute(world.db)
  await sql`alter table sessions rename to sessions_away`.execute(world.db)
  await expect(forget(world.db, new Date(), true)).rejects.toThrow('kept longer')
  await sql`alter table sessions_away rename to sessions`.execute(world.db)
  expect(
    await world.db
      .selectFrom('outbox')
      .select('id')
      .where('createdAt', '<', sql<Date>`now() - interval '59 days'`)
      .execute(),
  ).toEqual([])
})
