import { stat } from 'node:fs/promises'
import { backup } from '#src/platform/backup/backup.server.ts'
import { record } from '#src/platform/db/audit.server.ts'
import { counted, environment, openSite } from './database.ts'

export async function run(path: string) {
  await using site = await openSite({ isMigrated: false })
  const { dataDir, backupPassphrase: passphrase } = site.config
  const manifest = await backup(site.pool, { path, passphrase }, { dataDir, secret: environment.AUTH_SECRET })
  // A database that cannot be written to, such as a replica, is backed up all the same.
  await record(site.db, null, 'made backup', null).catch(() => {})
  const { size } = await stat(path)
  console.log(
    `${path}: ${counted(manifest)}, ${Math.ceil(size / 1024)} KB, ${passphrase ? 'encrypted' : 'not encrypted'}.`,
  )
}
