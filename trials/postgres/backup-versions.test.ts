import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { backedUp, database, demo, fingerprint, restored } from '#tests/backups.server.ts'
import { emptyDatabase } from '#tests/world.server.ts'
import { startSystemPostgres } from './system-postgres.server.ts'

test('X9 Y2: a backup moves a site to another major version of PostgreSQL and back, row by row', async () => {
  const source = await demo()
  await using other = await startSystemPostgres()
  const there = openDatabase(other.connection)
  onTestFinished(() => there.db.destroy())
  const { rows } = await source.pool.query('show server_version')
  expect(Number.parseInt(other.version, 10)).not.toBe(Number.parseInt(rows[0].server_version, 10))
  await restored(there.pool, await backedUp(source.pool))
  expect(await fingerprint(there.pool)).toEqual(await fingerprint(source.pool))
  const back = await database(emptyDatabase)
  await restored(back.pool, await backedUp(there.pool))
  expect(await fingerprint(back.pool)).toEqual(await fingerprint(source.pool))
})
