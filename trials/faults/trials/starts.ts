import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { migrate, migrationNames } from '#src/platform/db/migrate.server.ts'
import { type Db, openDatabase } from '#src/platform/db/open.server.ts'
import { openSite } from '../site.ts'
import { count, newTally, type Tally } from '../tally.ts'
import { expectNoEnd, recovered, type Stage, type Trial } from '../trial.ts'
import { writerOn } from '../writer.ts'
import { raced } from './races.ts'

async function stopWhileStarting({ site, random }: Stage, tally: Tally, rounds: number) {
  const server = site.servers[0]!
  await server.end()
  for (let round = 0; round < rounds; round++) {
    server.begin()
    await delay(random() * 3_000)
    const code = await server.end('SIGTERM')
    // Before it listens to signals, the signal itself ends it.
    if (code) tally.wrong.push(`SIGTERM while starting ended it with ${code}: ${server.complaints.slice(-3)}`)
    recovered(tally, await server.start())
    await server.end()
    tally.rounds++
  }
  await server.start()
}

async function secondServerOnOneFolder(_stage: Stage, tally: Tally, rounds: number) {
  await using site = await openSite({})
  const server = site.servers[0]!
  site.judge(tally)
  const writer = await writerOn(site)
  for (let round = 0; round < rounds; round++) {
    await writer.write()
    const { code, says, ms } = await server.startInVain()
    if (code !== 1 || !says.includes(`is used by the Nikhad server with pid ${server.pid()}`))
      tally.wrong.push(`a second server ended with ${code}: ${says}`)
    recovered(tally, ms)
    if (!(await writer.write())) tally.wrong.push('the first server does not answer any more')
    // What it holds the folder with must not outlive it.
    await server.end('SIGKILL')
    recovered(tally, await server.start())
    await writer.expectKept(tally)
    tally.rounds++
  }
}

/** @returns how many migrations the database says it has had; none in one that was never used */
async function countMigrations(db: Db) {
  const { rows: found } = await sql`select where to_regclass('kysely_migration') is not null`.execute(db)
  if (found.length === 0) return 0
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from kysely_migration`.execute(db)
  return rows[0]!.n
}

async function startTogether({ postgres }: Stage, tally: Tally, rounds: number) {
  const all = (await migrationNames()).length
  for (let round = 0; round < rounds; round++) {
    const database = await postgres.createDatabase('template0')
    const began = performance.now()
    await using site = await openSite({ postgres, database, servers: 2 })
    recovered(tally, performance.now() - began)
    site.judge(tally)
    if ((await countMigrations(site.db)) !== all) tally.wrong.push('the schema is not whole')
    for (const { run } of raced) {
      const one = newTally()
      await run({ site }, one, 1)
      for (const what of ['lost', 'doubled', 'leaked'] as const) tally[what] += one[what]
      tally.wrong.push(...one.wrong)
    }
    expectNoEnd(site, tally)
    tally.rounds++
  }
}

/**
 * In every second round on an empty database, at any moment; in the others on one of an older version with people in it,
 * while what the first of its migrations has done waits to be written down.
 */
async function killedWhileMigrating({ site, postgres, random }: Stage, tally: Tally, rounds: number) {
  const server = site.servers[0]!
  const names = await migrationNames()
  // A start looks for people and payments before it migrates.
  const older = names.slice(names.indexOf('0004-money'), -1)
  for (const one of site.servers) await one.end()
  const span = await server.start()
  for (let round = 0; round < rounds; round++) {
    await server.end()
    await postgres.createDatabase('template0', site.connection!.database)
    const { db, pool } = openDatabase(site.connection!)
    const isOlder = round % 2 === 1
    if (isOlder) {
      await migrate(db, { to: older[Math.floor(random() * older.length)]! })
      await sql`insert into users (name, email) values ('A', 'a@x.example'), ('B', 'b@x.example')`.execute(db)
    }
    const before = await countMigrations(db)
    server.begin()
    if (isOlder) await whileHeld(pool, () => server.end('SIGKILL'))
    else {
      await delay(random() * span)
      await server.end('SIGKILL')
    }
    await untilAlone(db)
    const after = await countMigrations(db)
    if (after !== before && after !== names.length) tally.wrong.push(`${after} of ${names.length} migrations were made`)
    recovered(tally, await server.start())
    if ((await countMigrations(db)) !== names.length) tally.wrong.push('the schema is not whole')
    const { rows } = await sql`select from users`.execute(db)
    count(tally, 'lost', 'people of the older version', isOlder ? 2 - rows.length : 0)
    await site.owner()
    await db.destroy()
    tally.rounds++
  }
}

/** Lets nobody write down a migration, waits until somebody wants to, and lets go after `act`. */
async function whileHeld(pool: ReturnType<typeof openDatabase>['pool'], act: () => Promise<unknown>) {
  const client = await pool.connect()
  await client.query('begin; lock table kysely_migration in share mode')
  const isWanted = async () => (await pool.query('select from pg_locks where not granted')).rowCount! > 0
  const began = performance.now()
  while (!(await isWanted())) {
    if (performance.now() - began > 60_000) throw new Error('no migration was made')
    await delay(10)
  }
  await act()
  await client.query('rollback')
  client.release()
}

/** Until the sessions of the killed server have noticed. */
async function untilAlone(db: Db) {
  const others = sql`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`
  while ((await others.execute(db)).rows.length > 0) await delay(10)
}

export const starts: Trial[] = [
  {
    id: 'S2',
    title: 'Y3: told to stop at any moment of its start, the server ends as it should and starts again',
    rounds: { few: 0, many: 10 },
    within: 15_000,
    run: stopWhileStarting,
  },
  {
    id: 'F5',
    title: 'X1 Y3: a second server on the folder of another is refused and says who has it; killed, it starts again',
    rounds: { few: 2, many: 20 },
    within: 5_000,
    run: secondServerOnOneFolder,
  },
  {
    id: 'F6',
    title:
      'X1 K3e: two servers that start at once on an empty database make its schema once, and C1 to C7 hold on them',
    rounds: { few: 0, many: 3 },
    within: 30_000,
    run: startTogether,
  },
  {
    id: 'B3',
    title:
      'Y2 Y3: killed in the middle of a migration, the server leaves all of it or nothing, and its next start ends it',
    rounds: { few: 0, many: 10 },
    within: 15_000,
    run: killedWhileMigrating,
  },
]
