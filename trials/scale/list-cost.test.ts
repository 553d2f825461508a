import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { countAll, countByWeek, countQueues, listActions } from '#src/features/administration/queries.server.ts'
import { listRequests } from '#src/features/premium/queries.server.ts'
import { findRequests } from '#src/features/request-approval/queries.server.ts'
import { userStatuses } from '#src/features/users/admin-contract.ts'
import { listUsers } from '#src/features/users/queries.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { cursor } from '#src/platform/http/paging.server.ts'
import { testDatabase } from '#tests/world.server.ts'

/** USERS=100000 measures what the requirement says; fewer show the same plans sooner. */
const users = Number(process.env.USERS ?? 20_000)
/** Blocks of 8 KB that one page of 25 rows may read, whatever the number of users. */
const most = 3_000
/** A search for what very many have looks each of them up at most once. */
const mostWhenSearching = users

const { pool, connection } = await testDatabase()
// Without the server's limits on how long a statement may take.
const filler = new pg.Client(connection)
await filler.connect()
// 5,000 different names, so the same one about as often as among people.
const name = `(array['Sadia','Nusrat','Rahima','Karim','Tania'])[1 + i % 5] || ' ' || (array['Rahman','Akter','Hossain','Islam'])[1 + i / 5 % 4] || chr(97 + i % 250 / 10) || i % 10`
await filler.query(`
  insert into users (id, name, email, created_at, email_verified, role, suspended_at, suspended_because)
  select gen_random_uuid(), ${name}, 'person' || i || '@mail.example', now() - i * interval '1 year' / ${users}, i % 11 > 0,
    case when i % ${users / 2} = 2 then 'admin' else 'user' end, case when i % 500 = 1 then now() end,
    case when i % 500 = 1 then 'Three complaints.' end
  from generate_series(1, ${users}) i;
  insert into biodata (id, name, gender, birth, skin_color, height, weight, occupation, father_name, mother_name, division,
    present_division, partner_age, partner_height, partner_weight, phone, created_at)
  select id, name, 'Female', '2000-01-01', 'Fair', 64, 55, 'Doctor', 'F', 'M', 'Dhaka', 'Dhaka', 30, 66, 70, '+8801712345678', created_at
  from users where email not like '%99@%';
  insert into premium (user_id, status, requested_at, approved_at)
  select id, case when row_number() over () % 100 = 0 then 'pending' else 'approve' end, created_at,
    case when row_number() over () % 100 = 0 then null else created_at end from users where random() < 0.2;
  insert into payments (provider, provider_ref, user_id, biodata_id, amount, currency, status, created_at)
  select 'stripe', 'pi_' || u.id, u.id, b.id, 500, 'usd', 'succeeded', u.created_at
  from (select id, created_at, row_number() over (order by id) n from users) u
  join (select id, row_number() over (order by id desc) n from biodata) b using (n) where u.id <> b.id;
  insert into contact_requests (user_id, biodata_id, payment_id, status, requested_at, approved_at)
  select user_id, biodata_id, id, case when n % 500 = 0 then 'pending' else 'approve' end, created_at,
    case when n % 500 = 0 then null else created_at end from (select *, row_number() over () n from payments) p;
  insert into audit_log (actor_id, action, subject_id) select user_id, 'approved contact request', id from contact_requests`)
await filler.query('vacuum analyze')
await filler.end()

interface Cost {
  sql: string
  buffers: number
  ms: number
  plan: string
}
/** A database that explains every statement besides answering it. */
function explaining(mode: string, costs: Cost[]): Db {
  const quoted = (value: unknown) =>
    value === null ? 'null' : `'${(Array.isArray(value) ? `{${value}}` : String(value)).replaceAll("'", "''")}'`
  const connect = async () => {
    const client = await pool.connect()
    await client.query(`set plan_cache_mode = ${mode}`)
    return {
      async query(sql: string, values: unknown[] = []) {
        await client.query(`prepare measured as ${sql}`)
        const given = values.length > 0 ? `(${values.map(quoted).join(', ')})` : ''
        const { rows } = await client.query(`explain (analyze, buffers, format json) execute measured${given}`)
        await client.query('deallocate measured')
        const { Plan: top, 'Execution Time': ms } = rows[0]['QUERY PLAN'][0]
        const plan = JSON.stringify(top, (k, v) =>
          /^(Node Type|Index Name|Relation Name|Plans|Actual Rows|0|\d+)?$/.test(k) ? v : undefined,
        )
        costs.push({ sql, buffers: top['Shared Hit Blocks'] + top['Shared Read Blocks'], ms, plan })
        return client.query(sql, values)
      },
      release: () => client.release(),
    }
  }
  const dialect = new PostgresDialect({ pool: { connect, end: async () => {} } as unknown as pg.Pool })
  return new Kysely({ dialect, plugins: [new CamelCasePlugin()] }) as Db
}

const limit = 26
type Rows = { key: string; id: string }[]
type List = (
  db: Db,
  more: { limit: number; after?: string; search?: string; sort?: never; status?: never },
) => Promise<Rows>
const lists: Record<string, [List, string[]]> = {
  users: [listUsers as List, ['name', 'email', 'date']],
  premium: [listRequests as List, ['name', 'email', 'number', 'date']],
  contact: [
    ((db, wanted) => findRequests(db, wanted as never, '2026-11-20')) as List,
    ['name', 'email', 'number', 'date'],
  ],
}
const modes = ['force_custom_plan', 'force_generic_plan', 'auto']

test.each(modes)(
  'M5: with %s a page of every list in every order reads few blocks, wherever it begins',
  async (mode) => {
    const expensive: string[] = []
    const report: string[] = []
    const measure = async (what: string, ask: (db: Db) => Promise<unknown>, allowed = most) => {
      const costs: Cost[] = []
      const answer = await ask(explaining(mode, costs))
      const buffers = costs.reduce((sum, cost) => sum + cost.buffers, 0)
      const ms = costs.reduce((sum, cost) => sum + cost.ms, 0)
      report.push(`${what}: ${buffers} blocks, ${ms.toFixed(1)} ms`)
      if (buffers > allowed)
        expensive.push(`${what}: ${buffers} blocks, ${ms.toFixed(1)} ms ${costs.map((c) => c.plan).join()}`)
      return answer
    }
    for (const [name, [list, keys]] of Object.entries(lists)) {
      for (const sort of keys.flatMap((key) => [key, `-${key}`]) as never[]) {
        const first = (await measure(`${name} by ${sort}`, (db) => list(db, { limit, sort }))) as Rows
        const far = (await list(explaining(mode, []), { limit: 5000, sort })).at(-1) ?? first.at(-1)!
        await measure(`${name} by ${sort}, far on`, (db) =>
          list(db, { limit, sort, after: cursor.pack(far.key, far.id) }),
        )
        if (name === 'contact')
          await measure(`${name} pending by ${sort}`, (db) => list(db, { limit, sort, status: 'pending' as never }))
      }
      if (name === 'users')
        for (const status of userStatuses as unknown as never[])
          for (const sort of keys.flatMap((key) => [key, `-${key}`]) as never[]) {
            const first = (await measure(`${status} by ${sort}`, (db) => list(db, { limit, sort, status }))) as Rows
            const { key, id } = first.at(-1)!
            const after = cursor.pack(key, id)
            await measure(`${status} by ${sort}, second page`, (db) => list(db, { limit, sort, status, after }))
          }
      for (const search of ['person77', 'nobody', '77', 'sadia', 'sad rah', 'p', 'রহমান', 'সাদ রহ', 'মৌ'])
        for (const sort of ['name', '-date'] as never[])
          await measure(
            `${name} with ${search} by ${sort}`,
            (db) => list(db, { limit, sort, search }),
            mostWhenSearching,
          )
    }
    await measure('actions', (db) => listActions(db, limit, undefined))
    await measure('actions far on', (db) => listActions(db, limit, 5000))
    await measure('waiting', (db) => findRequests(db, { limit: 1, sort: 'date', status: 'pending' }, '2026-11-20'))
    await measure('waiting', (db) => listRequests(db, { limit: 1, sort: 'date' }))
    await measure('queues', (db) => countQueues(db))
    await measure('totals', (db) => countAll(db, '2026-11-20'))
    await measure('weeks', (db) => countByWeek(db, new Date().toISOString().slice(0, 10)))
    if (process.env.USERS) console.log(`${mode}\n${report.join('\n')}`)
    expect(expensive).toEqual([])
  },
  120_000,
)
