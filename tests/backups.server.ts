import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, onTestFinished } from 'vitest'
import { seedDemoWorld } from '#demo/world.server.ts'
import { backup } from '#src/platform/backup/backup.server.ts'
import { openBackupFile } from '#src/platform/backup/file.server.ts'
import { restore } from '#src/platform/backup/restore.server.ts'
import { testDatabase } from './world.server.ts'

export const folder = await mkdtemp(join(tmpdir(), 'nikhad-backup-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
let files = 0
export const newFile = () => join(folder, `${files++}.backup`)
export const dataDir = folder

/** A database that is closed with the test. */
export async function database(make = testDatabase) {
  const made = await make()
  onTestFinished(() => made.db.destroy())
  return made
}
export async function demo() {
  const made = await database()
  await seedDemoWorld({ db: made.db, clock: () => new Date('2026-11-01T06:00:00Z') })
  return made
}

/** What every biodata has to have. */
export const filledIn =
  'id, name, gender, birth, skin_color, height, weight, occupation, father_name, mother_name, division, present_division, partner_age, partner_height, partner_weight, phone'

/** Every table by its rows, and how far the numbers have come. */
export async function fingerprint(pool: pg.Pool) {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1`,
  )
  const found: Record<string, string> = {}
  for (const { name } of rows)
    found[name] = (
      await pool.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as it from "${name}" t`,
      )
    ).rows[0].it
  found.sequences = JSON.stringify(
    (
      await pool.query(
        `select sequencename, last_value from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
      )
    ).rows,
  )
  return found
}

export async function backedUp(pool: pg.Pool, passphrase?: string) {
  const path = newFile()
  await backup(pool, { path, passphrase }, { dataDir })
  return path
}
export async function restored(
  pool: pg.Pool,
  path: string,
  more: { replace?: boolean; erased?: { id: string; at: string }[]; passphrase?: string; now?: Date } = {},
) {
  const { replace = false, erased = [], passphrase, now = new Date() } = more
  return restore(pool, await openBackupFile(path, passphrase), { dataDir, replace, erased, now })
}
