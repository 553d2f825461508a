import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { root } from '#src/platform/root.server.ts'
import type { Database } from './connect.server.ts'
import { type Db, isDatabaseAway, openDatabase } from './open.server.ts'

const ourFolder = join(root, 'migrations')

/** The database was left by a newer Nikhad: this one must not touch what it does not know. */
export class SchemaTooNew extends Error {
  constructor(
    message = 'This database was used by a newer version of Nikhad. Install that version again. Or go back: restore the backup that its upgrade made, with --replace (docs/operating.md, Going back).',
  ) {
    super(message)
  }
}

/** The database is as it was, and this version of Nikhad does not work with it. */
export class MigrationFailed extends Error {}

/** Plain SQL files, forward only, in the order of their names. */
async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return Object.fromEntries(
    files.map((file, i) => [
      file.replace('.sql', ''),
      {
        async up(db: Db) {
          await sql.raw(texts[i]!).execute(db)
        },
      },
    ]),
  )
}

/** The names of all migrations, in their order. */
export const migrationNames = async () => Object.keys(await readMigrations(ourFolder))

/**
 * Brings the schema up to date, or up to the migration `to`, in one transaction and under a lock: all of it or nothing. In a transaction that is given it stays a part of that.
 * `before` is called with the first of the migrations that are missing, unless all are: under the lock, so that of several
 * servers that start at once one alone calls it.
 * @returns the names of the migrations that it made
 */
export async function migrate(
  db: Db,
  options: { to?: string; folder?: string; before?: (migration: string) => Promise<void> } = {},
): Promise<string[]> {
  if (!db.isTransaction)
    return db.transaction().execute(async (trx) => {
      // What the role may have been given for requests. A backup, before it, takes minutes in which this waits.
      await sql`set local statement_timeout = 0`.execute(trx)
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      return migrate(trx, options)
    })
  await sql`select pg_advisory_xact_lock(hashtextextended('migrations', 0))`.execute(db)
  const { to, folder = ourFolder, before } = options
  const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } })
  if (before) {
    const all = await migrator.getMigrations()
    const missing = all.find(({ executedAt }) => !executedAt)
    if (missing && missing !== all[0]) await before(missing.name)
  }
  const { error, results } = to === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(to)
  if (error instanceof Error && /previously executed migration .* is missing/.test(error.message)) {
    throw new SchemaTooNew()
  }
  const failed = results?.find((result) => result.status === 'Error')?.migrationName
  if (error && failed && !isDatabaseAway(error)) {
    const why = error instanceof Error ? error.message : error
    const says = `The migration ${failed} failed: ${why}. The database is as it was: install the version before again, and report this.`
    throw new MigrationFailed(says, { cause: error })
  }
  if (error) throw error
  return results?.filter((result) => result.status === 'Success').map((result) => result.migrationName) ?? []
}

/**
 * Brings the schema up to date as the owner of the tables, where there is one beside the server's own role, and lets that
 * role do what the server does: read and write, but of the two logs only read and add (REQUIREMENTS R1, M4). On
 * connections without limits of time: an index of a million people takes longer than any request may.
 */
export async function migrateAsOwner(
  { db, pool: { options } }: Pick<Database, 'db' | 'pool'>,
  ownerUrl: string | undefined,
  migrations: Parameters<typeof migrate>[1] = {},
) {
  // Its password is hidden from people who copy the text.
  const connection = ownerUrl ? { connectionString: ownerUrl } : { ...options, password: options.password }
  const owner = openDatabase({ ...connection, max: 2, query_timeout: 0, statement_timeout: 0 }, true)
  try {
    const done = await migrate(owner.db, migrations)
    if (!ownerUrl) return done
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db)
    await grantTo(owner.db, rows[0]!.role)
    return done
  } finally {
    await owner.db.destroy()
  }
}

/** Again at every start: a migration may have brought tables. */
async function grantTo(owner: Db, name: string) {
  const role = sql.id(name)
  await owner.transaction().execute(async (trx) => {
    // Two servers that start at once would both change the same rights.
    await sql`select pg_advisory_xact_lock(hashtextextended('grants', 0))`.execute(trx)
    const { rows } = await sql<{ isSame: boolean; database: string }>`
      select current_user = ${name} as is_same, current_database() as database`.execute(trx)
    const { isSame, database } = rows[0]!
    if (isSame) return
    for (const grant of [
      // The jobs have a schema of their own, which pg-boss makes.
      sql`grant create on database ${sql.id(database)} to ${role}`,
      sql`grant usage on schema public to ${role}`,
      sql`grant select, insert, update, delete on all tables in schema public to ${role}`,
      sql`grant usage on all sequences in schema public to ${role}`,
      sql`revoke update, delete, truncate on contact_views, audit_log from ${role}`,
      sql`grant execute on function forget_old_lines() to ${role}`,
    ])
      await grant.execute(trx)
  })
}
