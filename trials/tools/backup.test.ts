import { execFileSync } from 'node:child_process'
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import { expect, test } from 'vitest'
import { patientClient } from '#src/platform/backup/backup.server.ts'
import { aboutPackage } from '#src/platform/root.server.ts'
import { backedUp, database, demo, folder, newFile } from '#tests/backups.server.ts'
import { emptyDatabase } from '#tests/world.server.ts'
import { findProgram } from '#trials/programs.ts'

// What docs/operating.md says of reading a backup without Nikhad, with the programs of the system.

const passphrase = 'a passphrase for tests'
const tar = (...given: string[]) => execFileSync(findProgram('tar'), ['--zstd', ...given], { encoding: 'utf8' })

/** age asks a terminal for a passphrase; `script` plays one. */
function decrypted(path: string) {
  const open = newFile()
  const command = `'${findProgram('age')}' --decrypt --output '${open}' '${path}'`
  execFileSync(findProgram('script'), ['-qec', command, '/dev/null'], { input: `${passphrase}\n` })
  return open
}

test('X9: tar and zstd read a backup, and age one with a passphrase, down to the rows of a table', async () => {
  const { pool } = await demo()
  const open = await backedUp(pool)
  const sealed = decrypted(await backedUp(pool, passphrase))
  for (const path of [open, sealed]) {
    execFileSync(findProgram('zstd'), ['--test', '--quiet', path])
    const manifest = JSON.parse(tar('-xOf', path, 'manifest.json'))
    expect(manifest).toMatchObject({ version: aboutPackage().version, mode: 'demo', people: 242 })
    const tables: string[] = manifest.tables.map(({ name }: { name: string }) => name)
    expect(tar('-tf', path).trim().split('\n')).toEqual([
      'manifest.json',
      ...tables.map((name) => `tables/${name}/0001.tsv`),
    ])
  }

  // Any PostgreSQL takes a table as it is.
  tar('-xf', sealed, '-C', folder)
  const file = join(folder, 'tables/favourites/0001.tsv')
  const [columns] = readFileSync(file, 'utf8').split('\n')
  const elsewhere = await database(emptyDatabase)
  await elsewhere.pool.query(`create table favourites (${columns!.split('\t').join(' text, ')} text)`)
  const client = await patientClient(elsewhere.pool)
  await pipeline(createReadStream(file), client.query(from('copy favourites from stdin with (header match)')))
  await client.end()
  const kept = await pool.query('select from favourites')
  expect((await elsewhere.pool.query('select from favourites')).rowCount).toBe(kept.rowCount)
})

test('X9: zstd finds a damaged backup, and age an altered one', async () => {
  const { pool } = await database()
  const tested = (path: string) => execFileSync(findProgram('zstd'), ['--test', '--quiet', path], { stdio: 'pipe' })
  for (const [path, check] of [
    [await backedUp(pool), tested],
    [await backedUp(pool, passphrase), decrypted],
  ] as const) {
    const bytes = readFileSync(path)
    const altered = newFile()
    writeFileSync(altered, bytes.with(-20, bytes.at(-20)! ^ 1))
    check(path)
    expect(() => check(altered)).toThrow()
  }
})
