import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#src/platform/db/migrate.server.ts'
import { backedUp, database, folder, restored } from '#tests/backups.server.ts'

// What happens in the moment of a backup or a restore.

type Pool = Awaited<ReturnType<typeof database>>['pool']

/** Waits until what was begun waits for a table, or has ended without that. @returns whether it waits */
async function waitsFor(pool: Pool, table: string, begun: Promise<unknown>) {
  const waiting = 'select from pg_locks where not granted and relation = $1::regclass'
  let isDone = false
  const noticed = () => {
    isDone = true
  }
  begun.then(noticed, noticed)
  await expect.poll(async () => isDone || (await pool.query(waiting, [table])).rowCount === 1).toBe(true)
  return !isDone
}

test('X9 Y2: a migration waits until the backup that has begun is written', async () => {
  const { db, pool } = await database()
  const migrations = join(folder, 'migrations')
  await cp('migrations', migrations, { recursive: true })
  await writeFile(join(migrations, '9000-more.sql'), 'create table more (id integer)')
  let migrating: Promise<string[]> | undefined
  await db.transaction().execute(async (trx) => {
    // The backup comes as far as the first table that it reads.
    await sql`lock table users in access exclusive mode`.execute(trx)
    expect(await waitsFor(pool, 'users', backedUp(pool))).toBe(true)
    migrating = migrate(db, { folder: migrations })
    expect(await waitsFor(pool, 'kysely_migration', migrating)).toBe(true)
  })
  expect(await migrating).toEqual(['9000-more'])
})

test('R6 X9: somebody who leaves in the moment of a restore stays away', async () => {
  const { db, pool } = await database()
  await db.insertInto('users').values({ name: 'Rina', email: 'rina@x.example' }).execute()
  const path = await backedUp(pool)
  let restoring: ReturnType<typeof restored> | undefined
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('users').execute()
    restoring = restored(pool, path, { replace: true })
    // The first of the tables, which leaving has emptied of the person too.
    expect(await waitsFor(pool, 'accounts', restoring)).toBe(true)
  })
  expect(await restoring).toMatchObject({ erased: 1 })
  expect(await db.selectFrom('users').select('email').execute()).toEqual([])
})
