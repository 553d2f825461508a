import { stat } from 'node:fs/promises'
import { backup } from '#src/platform/backup/backup.server.ts'
import { counted, environment, fail, openSite } from './database.ts'

const [path, ...more] = process.argv.slice(2)

async function main(path: string) {
  await using site = await openSite({ isMigrated: false })
  const { dataDir, backupPassphrase: passphrase } = site.config
  const manifest = await backup(site.pool, { path, passphrase }, { dataDir, secret: environment.AUTH_SECRET })
  const { size } = await stat(path)
  console.log(
    `${path}: ${counted(manifest)}, ${Math.ceil(size / 1024)} KB, ${passphrase ? 'encrypted' : 'not encrypted'}.`,
  )
}

if (!path || path.startsWith('-') || more.length > 0) {
  console.error('Usage: npm run backup -- FILE')
  process.exitCode = 1
} else await main(path).catch(fail)
