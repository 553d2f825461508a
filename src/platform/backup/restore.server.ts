import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join, matchesGlob } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CamelCasePlugin, Kysely, sql } from 'kysely'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { isKnown, lastOf, madeIn, migrate, SchemaTooNew } from '#src/platform/db/migrate.server.ts'
import { Dialect, type Trx } from '#src/platform/db/open.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import { patientClient, reachedSequences } from './backup.server.ts'
import { type BackupReader, filesFolder, keptFiles, type Manifest, type Member, tableOf } from './contents.server.ts'
import type { Erasure } from './erasures.server.ts'

interface Target {
  dataDir: string
  /** Whether a site that is there may be replaced. Who has left that one stays away, too. */
  replace: boolean
  /** Who has left since the backup was made, as far as it is known. */
  erased: Erasure[]
  now: Date
}

/** What waits in a backup that is younger has been sent nowhere else, as where a site moves. */
const hourMs = 60 * 60_000

/** Fills a database with a backup, all or nothing, also under a running server. @throws Error that says why not */
export async function restore(pool: pg.Pool, read: BackupReader, target: Target) {
  for (let tries = 1; ; tries++) {
    try {
      return await restoreOnce(pool, read, target)
    } catch (error) {
      // Requests of a running server take tables in other orders than we do.
      const isDeadlock = (error as { code?: unknown }).code === '40P01'
      if (!isDeadlock || tries === 10) throw error
    }
  }
}

async function restoreOnce(pool: pg.Pool, read: BackupReader, target: Target) {
  const client = await patientClient(pool)
  const connection = Object.assign(client, { release() {} })
  const dialect = new Dialect({
    pool: { options: pool.options, connect: async () => connection, end: async () => {} },
  })
  const db = new Kysely<Schema>({ dialect, plugins: [new CamelCasePlugin()] })
  await using undo = new AsyncDisposableStack()
  undo.defer(() => client.end())
  return await read(async (manifest, members) => {
    const last = await lastOf(manifest.migrations)
    const done = await db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`.execute(trx)
      const kept = await makeRoom(trx, manifest, target.replace)
      await migrate(trx, { to: last })
      const files = await fill(client, manifest, members, (member) => unpack(member, target.dataDir, undo))
      await migrate(trx)
      await giveUpSent(trx, manifest, target.now)
      await continueSequences(trx, [...manifest.sequences, ...kept.sequences])
      return { files, erased: await eraseAgain(trx, [...kept.erasures, ...target.erased]) }
    })
    for (const { path, unpacked } of done.files) {
      await mkdir(dirname(join(target.dataDir, path)), { recursive: true, mode: 0o700 })
      await rename(unpacked, join(target.dataDir, path))
    }
    await client.query('analyze')
    return { manifest, ...done }
  })
}

/** @returns who had left the site that was there, and how far its numbers had come: none is given out twice */
async function makeRoom(trx: Trx, manifest: Manifest, replace: boolean) {
  const isThere = async (table: string) =>
    (await sql<{ it: string | null }>`select to_regclass(${table}) as it`.execute(trx)).rows[0]!.it !== null
  if (!(await isThere('kysely_migration'))) return { sequences: [], erasures: [] }
  const made = await madeIn(trx)
  // In the place of a newer one is the way back from an upgrade.
  if (!replace && !(await isKnown(made))) throw new SchemaTooNew()
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') order by relname`.execute(trx)
  const all = sql.raw(tables.map(({ name }) => name).join(', '))
  if (made.length > 0) {
    await sql`lock table ${all} in access exclusive mode`.execute(trx)
    const site = await trx.selectFrom('site').select('mode').executeTakeFirst()
    if (site && manifest.mode && site.mode !== manifest.mode)
      throw new Error(
        site.mode === 'serve'
          ? 'This database is of a real site, and the backup of a demo. Nothing was changed.'
          : 'This database is of a demo, and the backup of a real site. Set another DATA_DIR or DATABASE_URL.',
      )
    const { rows } = await sql<{ isUsed: boolean }>`
      select exists (select from users) or exists (select from payments) or exists (select from audit_log) as is_used`.execute(
      trx,
    )
    if (rows[0]!.isUsed && !replace)
      throw new Error(
        'There is a site in this database already. Nothing was changed. `--replace` puts the backup in its place; make a backup of it first.',
      )
  }
  const erasures = (await isThere('erasures')) ? await trx.selectFrom('erasures').selectAll().execute() : []
  const { rows: sequences } = await sql.raw<Manifest['sequences'][number]>(reachedSequences).execute(trx)
  await sql`drop table ${all} cascade`.execute(trx)
  await dropTheRest(trx)
  return { sequences, erasures: erasures.map(({ id, at }): Erasure => ({ id, at: at.toISOString() })) }
}

/** Sequences, functions and types that our tables used; what belongs to an extension stays. */
async function dropTheRest(trx: Trx) {
  const { rows } = await sql<{ what: string; names: string }>`
    select 'sequence' as what, string_agg(quote_ident(relname), ', ') as names from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'S'
    union all
    select 'routine', string_agg(p.oid::regprocedure::text, ', ') from pg_proc p
      where pronamespace = current_schema()::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select 'type', string_agg(t.oid::regtype::text, ', ') from pg_type t
      where typnamespace = current_schema()::regnamespace and (typtype in ('e', 'd')
          or typtype = 'c' and (select relkind from pg_class where oid = typrelid) = 'c')
        and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')`.execute(trx)
  // Each kind at once, because functions are made of each other.
  for (const { what, names } of rows) if (names) await sql.raw(`drop ${what} ${names}`).execute(trx)
}

/** The tables have no triggers yet: the backup has what those did. @returns what `unpack` makes of other members */
async function fill<File>(
  client: pg.Client,
  { tables }: Manifest,
  members: AsyncIterable<Member>,
  unpack: (member: Member) => Promise<File>,
) {
  const missing = new Set(tables.map(({ name }) => name))
  const files: File[] = []
  for await (const member of members) {
    const part = tableOf(member.name)
    if (!part) {
      files.push(await unpack(member))
      continue
    }
    const columns = tables.find(({ name }) => name === part.table)?.columns
    if (!columns) throw new Error(`The manifest of the backup does not name ${member.name}.`)
    const rows = client.query(
      from(`copy ${pg.escapeIdentifier(part.table)} (${columns.join(', ')}) from stdin with (header ${part.isFirst})`),
    )
    await pipeline(Readable.from(member.bytes, { objectMode: false }), rows)
    missing.delete(part.table)
  }
  if (missing.size > 0) throw new Error(`The backup lacks the tables ${[...missing].join(', ')}.`)
  return files
}

/** Puts a file of the backup beside where it belongs. A name that another program made up leads nowhere else. */
async function unpack({ name, bytes }: Member, dataDir: string, undo: AsyncDisposableStack) {
  const path = name.slice(filesFolder.length)
  if (!name.startsWith(filesFolder) || !keptFiles.some((pattern) => matchesGlob(path, pattern)))
    throw new Error(`The backup holds ${name}, which is nothing of Nikhad.`)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(dataDir, 'restoring-'))
  undo.defer(() => rm(folder, { recursive: true, force: true }))
  const unpacked = join(folder, 'file')
  await pipeline(bytes, createWriteStream(unpacked, { mode: 0o600, flush: true }))
  return { path, unpacked }
}

async function continueSequences(trx: Trx, sequences: Manifest['sequences']) {
  await sql`select setval(to_regclass(quote_ident(name)), max(last::bigint))
    from jsonb_to_recordset(${JSON.stringify(sequences)}) as reached (name text, last text) group by name`.execute(trx)
}

/** What has been due for long was sent since by the site that was there, or would come with a link that has ended. */
async function giveUpSent(trx: Trx, { at }: Manifest, now: Date) {
  const before = new Date(now.getTime() - hourMs)
  if (new Date(at) >= before) return
  await sql`update outbox set status = 'failed', content = null, last_error = 'It may have been sent after the backup was made.'
    where status in ('waiting', 'sending') and due_at < ${before} and kind <> 'contact-form'`.execute(trx)
}

/** By the same delete as when they left: its triggers see to their payments, requests and mails. */
async function eraseAgain(trx: Trx, erased: Erasure[]) {
  await sql`insert into erasures (id, at)
    select id, at from jsonb_to_recordset(${JSON.stringify(erased)}) as person (id uuid, at timestamptz)
    on conflict do nothing`.execute(trx)
  const gone = await trx
    .deleteFrom('users')
    .where('id', 'in', (erasures) => erasures.selectFrom('erasures').select('id'))
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
