import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#tests/world.server.ts'
import { openBackupFile } from './file.server.ts'
import { restore } from './restore.server.ts'
import { upgradeDatabase } from './upgrade.server.ts'

/** A database of this version, and the migrations of a version with one more. */
async function siteToUpgrade() {
  const { db, pool } = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'nikhad-upgrade-'))
  const folder = join(dataDir, 'migrations')
  await cp('migrations', folder, { recursive: true })
  await writeFile(join(folder, '9000-more.sql'), 'create table more (id integer)')
  onTestFinished(async () => {
    await db.destroy()
    await rm(dataDir, { recursive: true, force: true })
  })
  const said: string[] = []
  const upgrade = (passphrase?: string) =>
    upgradeDatabase(
      { db, pool },
      { dataDir, databaseOwnerUrl: undefined, backupPassphrase: passphrase, secret: undefined },
      (line) => said.push(line),
      folder,
    )
  const comeIn = () => db.insertInto('users').values({ name: 'Rina', email: 'rina@x.example' }).execute()
  const hasMore = async () => (await pool.query("select to_regclass('more') as it")).rows[0].it !== null
  return { db, pool, dataDir, said, upgrade, comeIn, hasMore, file: join(dataDir, 'backups/before-9000-more.backup') }
}

test('G13 Y2: an upgrade backs up a site with people before it migrates, once, and the backup leads back', async () => {
  const { db, pool, dataDir, said, upgrade, comeIn, hasMore, file } = await siteToUpgrade()
  await comeIn()
  // Servers that start at once.
  expect((await Promise.all([upgrade(), upgrade()])).flat()).toEqual(['9000-more'])
  expect(said).toEqual([`Upgrading the database. The backup made before it holds 1 person: ${file}`])
  expect(await hasMore()).toBe(true)
  expect(await upgrade()).toEqual([])
  expect(said).toHaveLength(1)

  await db.insertInto('users').values({ name: 'Later', email: 'later@x.example' }).execute()
  const target = { dataDir, erased: [], now: new Date() }
  await expect(restore(pool, await openBackupFile(file, undefined), { ...target, replace: false })).rejects.toThrow(
    'newer version of Nikhad',
  )
  await restore(pool, await openBackupFile(file, undefined), { ...target, replace: true })
  expect(await db.selectFrom('users').select('email').execute()).toEqual([{ email: 'rina@x.example' }])
  expect(await hasMore()).toBe(false)
})

test('G13: an upgrade of a database without people makes no backup', async () => {
  const { dataDir, said, upgrade } = await siteToUpgrade()
  expect(await upgrade()).toEqual(['9000-more'])
  expect(said).toEqual([])
  expect(await readdir(dataDir)).toEqual(['migrations'])
})

test('G13: the backup before an upgrade is encrypted where backups are', async () => {
  const { upgrade, comeIn, file } = await siteToUpgrade()
  await comeIn()
  await upgrade('a passphrase for tests')
  await expect(openBackupFile(file, undefined)).rejects.toThrow('is encrypted')
  await openBackupFile(file, 'a passphrase for tests')
})

test('G13: where the backup cannot be written nothing is migrated, and the reason is said', async () => {
  const { dataDir, upgrade, comeIn, hasMore } = await siteToUpgrade()
  await comeIn()
  await writeFile(join(dataDir, 'backups'), 'a file in its place')
  await expect(upgrade()).rejects.toThrow(
    /^The backup that comes before an upgrade cannot be written: EEXIST.*backups.*Nothing was changed\. Make room there, or set DATA_DIR/,
  )
  expect(await hasMore()).toBe(false)
})
