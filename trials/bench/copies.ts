import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { backup, patientClient } from '#src/platform/backup/backup.server.ts'
import { readErasuresOfBackup } from '#src/platform/backup/erasures.server.ts'
import { openBackupFile } from '#src/platform/backup/file.server.ts'
import { restore } from '#src/platform/backup/restore.server.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { startSystemPostgres } from '#trials/postgres/system-postgres.server.ts'
import type { Line } from './report.ts'
import type { Sizes } from './sizes.ts'
import { openPostgres, type Postgres } from './stage.ts'

/** How many leave between the two backups. */
const leavers = 100

/** Seconds of a backup while people write, and of a restore without those who left after it. */
export async function* measureCopies({ people, folder }: Sizes, say: (what: string) => void): AsyncGenerator<Line> {
  await using undo = new AsyncDisposableStack()
  const files = await mkdtemp(join(tmpdir(), 'nikhad-copies-'))
  undo.defer(() => rm(files, { recursive: true, force: true }))
  const postgres = await openPostgres({ folder, say })
  undo.defer(postgres.close)
  for (const count of new Set([10_000, people])) yield* measureOne(postgres, files, count, say)
}

async function* measureOne(postgres: Postgres, files: string, count: number, say: (what: string) => void) {
  await using undo = new AsyncDisposableStack()
  const of = `${count.toLocaleString('en')} biodata`
  const open = (connection: pg.PoolConfig) => {
    const { db, pool } = openDatabase(connection)
    undo.defer(() => db.destroy())
    return pool
  }
  const source = open(await postgres.copyOf(await postgres.peopled(count)))
  const [older, newer, sealed] = ['older', 'newer', 'sealed'].map((name) => join(files, `${count}-${name}`))

  say(`copies: backing up ${of} while people write`)
  const { seconds, slowest } = await backedUpWhileWriting(source, older!)
  yield { what: `backup of ${of} while people write`, unit: 's', rounds: [seconds] }
  yield { what: 'slowest write meanwhile', unit: 'ms', rounds: [slowest] }
  yield { what: 'its file', unit: 'MB', rounds: [(await stat(older!)).size / 1e6] }

  await source.query(
    'delete from users where id in (select id from biodata where published order by number limit $1)',
    [leavers],
  )
  await backup(source, { path: newer! }, { dataDir: files })
  const left = await readErasuresOfBackup(await openBackupFile(newer!, undefined))
  const wanted = await peopleIn(source)

  /** @returns seconds, and how many tables differ from those who stayed */
  async function restored(
    pool: pg.Pool,
    path: string,
    { erased = left, passphrase = undefined as string | undefined } = {},
  ) {
    const began = performance.now()
    const read = await openBackupFile(path, passphrase)
    await restore(pool, read, { dataDir: files, replace: true, erased, now: new Date() })
    const seconds = (performance.now() - began) / 1000
    return { seconds, wrong: differences(wanted, await peopleIn(pool)) }
  }
  const line = (what: string, { seconds, wrong }: { seconds: number; wrong: number }): Line[] => [
    { what: `restore of ${of}${what}`, unit: 's', rounds: [seconds] },
    { what: 'tables that differ from who stayed', unit: '', rounds: [wrong], target: { atMost: 0 } },
  ]
  say(`copies: restoring ${of}, ${leavers} of whom left since`)
  const into = open(await postgres.empty(`restored_${count}`))
  yield* line(`, ${leavers} left since`, await restored(into, older!))
  say('copies: in its own place, encrypted')
  await backup(source, { path: sealed!, passphrase: 'of the measurement' }, { dataDir: files })
  yield* line(', encrypted, in its own place', await restored(source, sealed!, { passphrase: 'of the measurement' }))

  say('copies: to another version of PostgreSQL, and back')
  const other = undo.use(await startSystemPostgres())
  const there = open(other.connection)
  yield* line(`, ${postgres.version} to ${other.version}`, await restored(there, older!))
  await backup(there, { path: newer! }, { dataDir: files })
  const back = open(await postgres.empty(`back_${count}`))
  yield* line(`, ${other.version} to ${postgres.version}`, await restored(back, newer!, { erased: [] }))
}

/** One connection writes without a pause, as the busiest site would. */
async function backedUpWhileWriting(pool: pg.Pool, path: string) {
  const writer = await patientClient(pool)
  let isOver = false
  let slowest = 0
  const writing = (async () => {
    for (let n = 0; !isOver; n++) {
      const began = performance.now()
      await writer.query(
        'update users set name = name where id = (select id from biodata order by number limit 1 offset $1)',
        [n % 1_000],
      )
      slowest = Math.max(slowest, performance.now() - began)
    }
  })().finally(() => writer.end())
  const began = performance.now()
  await backup(pool, { path }, { dataDir: join(path, '..') }).finally(() => {
    isOver = true
  })
  const seconds = (performance.now() - began) / 1000
  await writing
  return { seconds, slowest }
}

/**
 * Every table that is of people, by how many rows it has and what they say; but for when somebody left, and which of two
 * who both left was the reason of a refund.
 */
async function peopleIn(pool: pg.Pool) {
  const client = await patientClient(pool)
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables
       where schemaname = 'public' and tablename not like 'kysely%' and tablename not like '%count%' order by 1`,
    )
    const found = new Map<string, string>()
    for (const { name } of tables) {
      const { rows } = await client.query(`
        select count(*) || ' rows, ' || coalesce(sum(hashtextextended((to_jsonb(t) - array['at', 'updated_at', 'refund_because'])::text, 0)::numeric), 0) as it from "${name}" t`)
      found.set(name, rows[0].it)
    }
    return found
  } finally {
    await client.end()
  }
}

const differences = (one: Map<string, string>, other: Map<string, string>) =>
  [...one].filter(([table, rows]) => other.get(table) !== rows).length + Math.abs(one.size - other.size)
