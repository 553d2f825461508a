import { on, once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { patientClient } from '#src/platform/backup/backup.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import { root } from '#src/platform/root.server.ts'
import type { Copyable } from './invent.ts'
import type { Population } from './population.ts'

const filled = [
  'users',
  'premium',
  'biodata',
  'favourites',
  'payments',
  'paymentReceipts',
  'refunds',
  'contactRequests',
  'contactViews',
  'auditLog',
] as const satisfies (keyof Schema)[]
/** There are people in the database already. */
export class HasPeople extends Error {}

/**
 * Fills a migrated database with `count` invented biodata and what their people did, all of it or nothing: by COPY, with
 * the indexes and foreign keys made anew over what is there then, and the totals counted. Other connections wait meanwhile.
 * @throws HasPeople unless they are to be added to
 */
export async function fill(
  pool: pg.Pool,
  {
    count,
    seed,
    now,
    isAdded = false,
    progress = () => {},
  }: { count: number; seed: number; now: Date; isAdded?: boolean; progress?: (made: number, what: string) => void },
) {
  const client = await patientClient(pool)
  try {
    await client.query('begin')
    // What the database's owner has set as a default must not cut it off. The space is for sorting indexes.
    await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      set local maintenance_work_mem = '256MB'`)
    await client.query('lock table users, biodata in access exclusive mode')
    const { rows } = await client.query('select exists (select from users) as has_people')
    if (rows[0].has_people && !isAdded) throw new HasPeople('There are people in this database already.')
    const { first } = (await client.query(`select nextval('biodata_number')::integer as first`)).rows[0]
    await client.query(`select setval('biodata_number', $1)`, [first + count - 1])
    const putBack = await setAside(client)
    for await (const { rows, made } of invented({ count, seed, now, firstNumber: first })) {
      if (rows.users) await copyAll(client, rows, filled)
      else {
        // A block ends requests, which are found by an index.
        progress(count, 'indexes')
        await client.query('truncate listed_biodata')
        await client.query('insert into listed_biodata select * from biodata_to_list order by number')
        await putBack()
        await copyAll(client, rows, ['blocks', 'reports'])
      }
      progress(made, 'people')
    }
    await countAll(client)
    await client.query('commit')
    progress(count, 'vacuum')
    // Without it no scan is index-only.
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

const inSql = (name: string) => pg.escapeIdentifier(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

async function copyAll(client: pg.Client, rows: Copyable, tables: readonly (keyof Schema)[]) {
  for (const table of tables) {
    const found = rows[table]
    if (!found) continue
    const into = `${inSql(table)} (${found.columns.map(inSql).join(', ')})`
    const stream = client.query(from(`copy ${into} from stdin`))
    const done = once(stream, 'finish')
    stream.end(found.text)
    await done
  }
}

/** What the thread that invents people hands over, one after the other. */
async function* invented(asked: Population): AsyncGenerator<{ rows: Copyable; made: number }> {
  const thread = new Worker(join(root, 'demo/population/invent.ts'), { workerData: asked })
  try {
    for await (const [handed] of on(thread, 'message', { close: ['exit'] })) {
      yield handed
      thread.postMessage('taken')
    }
  } finally {
    await thread.terminate()
  }
}

/**
 * Takes away what would be kept up row by row: indexes and keys. The triggers are off, because the rows say themselves
 * what would be copied into them, and are counted at the end.
 * @returns makes all of it again as it was
 */
async function setAside(client: pg.Client) {
  const tables = [...filled, 'listedBiodata'].map(inSql)
  const { rows: constraints } = await client.query<{ isForeign: boolean; from: string; definition: string }>(
    `select contype = 'f' as "isForeign", format('alter table %s drop constraint %I', conrelid::regclass, conname) as "from",
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as definition
    from pg_constraint
    where contype in ('f', 'p', 'u') and (conrelid = any($1::text[]::regclass[]) or confrelid = any($1::text[]::regclass[]))
    order by 1 desc`,
    [tables],
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = any($1::text[]::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  )
  for (const { from } of constraints) await client.query(from)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  return async () => {
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
    // A foreign key needs the key that it refers to.
    const again = [
      ...constraints.filter(({ isForeign }) => !isForeign),
      ...indexes,
      ...constraints.filter(({ isForeign }) => isForeign),
    ]
    for (const { definition } of again) await client.query(definition)
  }
}

/** The totals, which triggers keep otherwise, from what is there. */
async function countAll(client: pg.Client) {
  const counted = ['users', 'biodata', 'premium', 'contact_requests', 'payments']
  await client.query(`
    truncate biodata_count, day_count, day_count_change;
    insert into biodata_count (marital_status, period, since, gender, division, n)
    select cell.*, count(*)
    from biodata b, biodata_cells(b.gender, b.division, b.marital_status, b.birth) cell
    where published group by 1, 2, 3, 4, 5;
    insert into day_count_change (what, currency, day, n, amount)
    select counts.what, counts.currency, counts.day, count(*), sum(counts.amount)
    from (${counted.map((table) => `select c.* from ${table} t, counts_of(t) c`).join(' union all ')}) counts group by 1, 2, 3;
    select add_up_counts()`)
}

/** How many of the totals that are kept, changes included, and of the listed differ from what is there. */
export async function wrongTotals(client: pg.Client | pg.Pool) {
  const { rows } = await client.query<{ n: number }>(`
    with cells as (
      select case when is_any then 'any' else marital_status end, period, date_trunc(period, birth)::date, gender, division,
        count(*) as n
      from biodata, (values ('year'), ('month')) periods (period), (values (true), (false)) anys (is_any)
      where published and (is_any or marital_status is not null) group by 1, 2, 3, 4, 5
    ), kept_cells as (select * from biodata_count where n <> 0),
    moments (what, currency, at, amount) as (
      select 'accounts', '', created_at, 0 from users
      union all select 'biodata', '', created_at, 0 from biodata
      union all select 'contact requests', '', requested_at, 0 from contact_requests
      union all select 'contact requests waiting', '', requested_at, 0 from contact_requests
        where status = 'pending' and biodata_id is not null
      union all select 'premium requests waiting', '', requested_at, 0 from premium where status = 'pending'
      union all select 'approvals', '', approved_at, 0 from (
        select approved_at from contact_requests union all select approved_at from premium
      ) approvable where approved_at is not null
      union all select 'paid', currency, created_at, amount from payments
        where status in ('succeeded', 'refund_due', 'refunded', 'disputed')
      union all select 'kept', currency, created_at, amount from payments where status = 'succeeded'
      union all select 'went back', currency, created_at, amount from payments where status in ('refunded', 'disputed')
    ), days as (
      select what, currency, coalesce((at at time zone 'Asia/Dhaka')::date, '-infinity') as day, count(*), sum(amount)
      from moments group by grouping sets ((what, currency, (at at time zone 'Asia/Dhaka')::date), (what, currency))
    ), kept_days as (
      select what, currency, day, sum(n), sum(amount) from counted_by_day group by 1, 2, 3
      having sum(n) <> 0 or sum(amount) <> 0
    )
    select ((select count(*) from (table cells except table kept_cells) missing)
      + (select count(*) from (table kept_cells except table cells) wrong)
      + (select count(*) from (table biodata_to_list except table listed_biodata) missing)
      + (select count(*) from (table listed_biodata except table biodata_to_list) wrong)
      + (select count(*) from (table days except table kept_days) missing)
      + (select count(*) from (table kept_days except table days) wrong))::int as n`)
  return rows[0]!.n
}
