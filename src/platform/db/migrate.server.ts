import { hash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { ConfigError } from '#src/platform/config/config.server.ts'
import { commandLine, root } from '#src/platform/root.server.ts'
import type { Database } from './connect.server.ts'
import { type Db, isDatabaseAway, openDatabase } from './open.server.ts'

const ourFolder = join(root, 'migrations')

/** The database was left by a newer Nikhad: this one must not touch what it does not know. */
export class SchemaTooNew extends ConfigError {
  constructor(
    message = 'This database was used by a newer version of Nikhad. Install that version again. Or go back: restore the backup that its upgrade made, with --replace (docs/operating.md, Going back).',
  ) {
    super(message)
  }
}

/** The database is as it was, and this version of Nikhad does not work with it. */
export class MigrationFailed extends ConfigError {}

/** What the baseline of 26 November 2026 replaced; kept until 0.2 (docs/decisions/029-squashed-migrations.md). */
const squashed = { first: '0001-start', last: '0039-texts', into: '0007-administration', version: 'commit a519aff' }
const isOlderThanBaseline = (made: string[]) => made.includes(squashed.first)

/** The database was left by a version before the baseline: only a backup brings its people here. */
const tooOld = () =>
  new ConfigError(
    `This database was made by a version of Nikhad before 26 November 2026, and this one cannot upgrade it. Nothing was changed. Go back to the version that made it, write a backup with its command \`backup\`, and give the file to this version: \`${commandLine('restore', 'FILE --replace')}\` (docs/operating.md, Upgrade).`,
  )

/** Plain SQL files, forward only, in the order of their names. */
async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}-.*\.sql$/.test(file)).sort()
  const migrationIn = async (file: string) => {
    const text = await readFile(join(folder, file), 'utf8')
    return [file.replace('.sql', ''), { up: async (db: Db) => void (await sql.raw(text).execute(db)) }] as const
  }
  return Object.fromEntries(await Promise.all(files.map(migrationIn)))
}

export const migrationNames = async () => Object.keys(await readMigrations(ourFolder))

/** Our migration that makes the same tables as `made`. @throws SchemaTooNew, or Error that names the version in between */
export async function lastOf(made: string[]): Promise<string> {
  if (isOlderThanBaseline(made)) {
    if (made.at(-1) === squashed.last) return squashed.into
    throw new Error(
      `This backup ends at the migration ${made.at(-1)}. Restore it with Nikhad of ${squashed.version} (26 November 2026) first, write a backup there, and restore that one here.`,
    )
  }
  const known = await migrationNames()
  if (made.some((name, i) => name !== known[i]))
    throw new SchemaTooNew('This backup was made by a newer version of Nikhad. Install that version.')
  return made.at(-1)!
}

export async function isKnown(made: string[]) {
  const known = new Set(await migrationNames())
  return isOlderThanBaseline(made) || made.every((name) => known.has(name))
}

/**
 * Brings the schema up to date under a lock, all of it or nothing; with `to` only to that migration, without functions.
 * `before` is called under the lock with the first missing migration, unless all are: so one server alone calls it.
 * @returns the names of the migrations that it made
 */
export async function migrate(
  db: Db,
  options: { to?: string; folder?: string; role?: string; before?: (migration: string) => Promise<void> } = {},
): Promise<string[]> {
  if (!db.isTransaction)
    return db.transaction().execute(async (trx) => {
      // What the role may have been given for requests. A backup, before it, takes minutes in which this waits.
      await sql`set local statement_timeout = 0`.execute(trx)
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      return migrate(trx, options)
    })
  await sql`select pg_advisory_xact_lock(hashtextextended('migrations', 0))`.execute(db)
  const { to, folder = ourFolder, role, before } = options
  const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } })
  if (isOlderThanBaseline(await madeIn(db))) throw tooOld()
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
  if (error) throw failed ? failureOf(`The migration ${failed}`, error) : error
  const done = results?.filter((result) => result.status === 'Success').map((result) => result.migrationName) ?? []
  if (to === undefined)
    await makeFunctions(db, done.length > 0).catch((error) => {
      throw failureOf('Making the database functions', error)
    })
  if (role) await grantTo(db, role)
  return done
}

/** The present text of each database function and trigger, beside its feature: `create or replace` alone. */
async function readFunctions() {
  const files = globSync('src/**/*.sql', { cwd: root }).sort()
  // Without triggers a site would work, and lose what they do.
  if (files.length === 0) throw new Error('The database functions are missing from this installation.')
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(join(root, file), 'utf8') })))
}

/** Call it in the migrations' transaction. The hash is a comment on their table: in no backup, gone with the schema. */
async function makeFunctions(trx: Db, isDue: boolean) {
  const files = await readFunctions()
  const present = hash('sha256', files.map(({ text }) => text).join('\0'))
  const { rows } = await sql<{ made: string | null }>`
    select obj_description('kysely_migration'::regclass, 'pg_class') as made`.execute(trx)
  if (rows[0]!.made === present && !isDue) return
  for (const { file, text } of files)
    try {
      await sql.raw(text).execute(trx)
    } catch (error) {
      if (error instanceof Error) error.message = `${file}: ${error.message}`
      throw error
    }
  await sql`comment on table kysely_migration is ${sql.lit(present)}`.execute(trx)
}

/** The error itself when the database went away: a later start may succeed. */
function failureOf(what: string, error: unknown) {
  if (isDatabaseAway(error)) return error
  const why = error instanceof Error ? error.message : error
  const says = `${what} failed: ${why}. The database is as it was: install the version before again, and report this.`
  return new MigrationFailed(says, { cause: error })
}

export async function madeIn(db: Db): Promise<string[]> {
  const { rows: found } = await sql`select where to_regclass('kysely_migration') is not null`.execute(db)
  if (found.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** As the owner, without time limits. The server's role may only add to the two logs (REQUIREMENTS R1, M4). */
export async function migrateAsOwner(
  { db, pool: { options } }: Pick<Database, 'db' | 'pool'>,
  ownerUrl: string | undefined,
  migrations: Parameters<typeof migrate>[1] = {},
) {
  // Its password is hidden from people who copy the text.
  const connection = ownerUrl ? { connectionString: ownerUrl } : { ...options, password: options.password }
  const owner = openDatabase({ ...connection, max: 2, query_timeout: 0, statement_timeout: 0 }, true)
  try {
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db)
    return await migrate(owner.db, { ...migrations, ...(ownerUrl && { role: rows[0]!.role }) })
  } finally {
    await owner.db.destroy()
  }
}

/** Again at every start: a migration may have brought tables. Call it in the migrations' transaction. */
async function grantTo(trx: Db, name: string) {
  const role = sql.id(name)
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
}
