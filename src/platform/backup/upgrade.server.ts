import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#src/platform/config/config.server.ts'
import type { Database } from '#src/platform/db/connect.server.ts'
import { MigrationFailed, migrateAsOwner } from '#src/platform/db/migrate.server.ts'
import { isDatabaseAway } from '#src/platform/db/open.server.ts'
import { backup } from './backup.server.ts'

type Site = Pick<Config, 'dataDir' | 'databaseOwnerUrl'> &
  Partial<Pick<Config, 'backupPassphrase'>> & { secret: string | undefined }

/** Backs up a site that holds people first: migrations only go forward. @throws MigrationFailed when it cannot */
export const upgradeDatabase = (
  database: Pick<Database, 'db' | 'pool'>,
  { dataDir, databaseOwnerUrl, backupPassphrase: passphrase, secret }: Site,
  say: (line: string) => void,
  folder?: string,
) =>
  migrateAsOwner(database, databaseOwnerUrl, {
    ...(folder === undefined ? {} : { folder }),
    async before(migration) {
      const { rows } = await database.pool.query(
        'select exists (select from users) or exists (select from payments) as is_used',
      )
      if (!rows[0].is_used) return
      const backups = join(dataDir, 'backups')
      // Named after the migration: a supervisor that starts a failing upgrade again and again must not fill the disk.
      const path = join(backups, `before-${migration}.backup`)
      try {
        await mkdir(backups, { recursive: true, mode: 0o700 })
        const { people } = await backup(database.pool, { path, passphrase }, { dataDir, secret })
        const held = people === 1 ? '1 person' : `${people} people`
        say(`Upgrading the database. The backup made before it holds ${held}: ${path}`)
      } catch (cause) {
        if (isDatabaseAway(cause)) throw cause
        const why = cause instanceof Error ? cause.message : cause
        throw new MigrationFailed(
          `The backup that comes before an upgrade cannot be written: ${why}. Nothing was changed. Make room there, or set DATA_DIR to a folder that this user can write to.`,
          { cause },
        )
      }
    },
  })
