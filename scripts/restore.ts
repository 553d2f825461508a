import { keyIdOf } from '#src/platform/backup/backup.server.ts'
import { keepErasures, readErasures, readErasuresOfBackup } from '#src/platform/backup/erasures.server.ts'
import { openBackupFile } from '#src/platform/backup/file.server.ts'
import { restore } from '#src/platform/backup/restore.server.ts'
import { counted, environment, openSite } from './database.ts'

interface Wanted {
  path: string
  replace: boolean
  /** A newer backup: who had left by then stays away. */
  newer: string | undefined
}

export async function run({ path, replace, newer }: Wanted) {
  // The files first: a damaged one must not touch anything, nor make a database.
  const passphrase = environment.BACKUP_PASSPHRASE
  const read = await openBackupFile(path, passphrase)
  const leftByThen = newer ? await readErasuresOfBackup(await openBackupFile(newer, passphrase)) : []
  await using site = await openSite({ isMigrated: false })
  const { dataDir, erasuresFile } = site.config
  const erased = [...leftByThen, ...(erasuresFile ? await readErasures(erasuresFile) : [])]
  const done = await restore(site.pool, read, { dataDir, replace, erased, now: new Date() })
  if (erasuresFile) await keepErasures(site.db, erasuresFile)

  const { at, keyId } = done.manifest
  console.log(`The site is as it was at ${at}: ${counted(done.manifest)}.`)
  if (done.erased > 0) console.log(`Left since, and deleted again: ${done.erased}.`)
  if (done.files.length > 0) console.log(`Put back into ${dataDir}: ${done.files.map(({ path }) => path).join(', ')}.`)
  if (keyId && environment.AUTH_SECRET && keyIdOf(environment.AUTH_SECRET) !== keyId)
    console.log(
      'AUTH_SECRET is not the one of this backup. What it had signed or encrypted is of no use now: everybody signs in again. Set the one it was made with if you still have it.',
    )
}
