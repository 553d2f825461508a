import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import { filesFolder, keptFiles, type Manifest, partOfTable } from './contents.server.ts'
import { writeBackupFile } from './file.server.ts'

const partBytes = 8 * 2 ** 20

/** A connection without the limits of a request. */
export async function patientClient({ options }: pg.Pool) {
  const client = new pg.Client({
    ...options,
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  // An error that no query is there for; the next one says it.
  client.on('error', () => {})
  await client.connect()
  return client
}

export const keyIdOf = (secret: string | undefined) =>
  secret ? createHash('sha256').update(`nikhad key ${secret}`).digest('hex').slice(0, 16) : null

export const reachedSequences = `
  select sequencename as name, last_value::text as last from pg_sequences
  where schemaname = current_schema() and last_value is not null order by 1`

/** All of the site at one moment, but the job queue, which each start makes. @throws Error when there is no site */
export async function backup(
  pool: pg.Pool,
  file: { path: string; passphrase?: string | undefined },
  site: { dataDir: string; secret?: string | undefined },
): Promise<Manifest> {
  const client = await patientClient(pool)
  try {
    const { rows: present } = await client.query(`select to_regclass('kysely_migration') as it`)
    if (!present[0].it) throw new Error('There is nothing to back up: this database was never used by Nikhad.')
    await client.query('begin isolation level repeatable read')
    // What the database's owner or administrator has set as a default must not cut it off.
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    // No migration between what the tables are found to be and the moment they are read.
    await client.query('lock table kysely_migration in share mode')
    const manifest = await manifestOf(client, site.secret)
    await writeBackupFile(file.path, file.passphrase, manifest, contentOf(client, manifest, site.dataDir))
    await client.query('commit')
    return manifest
  } finally {
    await client.end()
  }
}

async function manifestOf(client: pg.Client, secret: string | undefined) {
  const { rows } = await client.query(`
    select now()::text as at, (select mode from site) as mode, (select count(*)::integer from users) as people,
      (select count(*)::integer from biodata) as biodata, array(select name::text from kysely_migration order by name) as migrations`)
  const sequences = await client.query(reachedSequences)
  return {
    ...rows[0],
    at: new Date(rows[0].at).toISOString(),
    sequences: sequences.rows,
    tables: await tablesOf(client),
    keyId: keyIdOf(secret),
  } as Manifest
}

/** Every table of the site, after those that its foreign keys name. */
async function tablesOf(client: pg.Client) {
  const { rows } = await client.query<{ oid: number; name: string; columns: string[]; needs: number[] }>(`
    select c.oid::integer, c.relname as name,
      array(
        select quote_ident(attname) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
      ) as columns,
      array(
        select confrelid::integer from pg_constraint where conrelid = c.oid and contype = 'f' and confrelid <> c.oid
      ) as needs
    from pg_class c
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'kysely%' order by 2`)
  const ordered: typeof rows = []
  while (ordered.length < rows.length) {
    const isIn = (oid: number) => ordered.some((table) => table.oid === oid)
    const next = rows.find((table) => !isIn(table.oid) && table.needs.every(isIn))
    if (!next) throw new Error('The foreign keys of the tables go in a circle.')
    ordered.push(next)
  }
  return ordered.map(({ name, columns }) => ({ name, columns }))
}

async function* contentOf(client: pg.Client, { tables }: Manifest, dataDir: string) {
  for (const { name, columns } of tables) {
    const rows = client.query(to(`copy ${pg.escapeIdentifier(name)} (${columns.join(', ')}) to stdout with (header)`))
    let part = 1
    for await (const bytes of partsOf(rows)) yield { name: partOfTable(name, part++), bytes }
  }
  for (const path of globSync(keptFiles, { cwd: dataDir }))
    yield { name: filesFolder + path, bytes: await readFile(join(dataDir, path)) }
}

/** Each ends with a whole row: COPY writes a line break within a row in another way. */
async function* partsOf(rows: AsyncIterable<Buffer>) {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of rows) {
    const end = chunk.lastIndexOf('\n') + 1
    if (size + end < partBytes || end === 0) {
      held.push(chunk)
      size += chunk.length
      continue
    }
    yield Buffer.concat([...held, chunk.subarray(0, end)])
    held = [chunk.subarray(end)]
    size = chunk.length - end
  }
  if (size > 0) yield Buffer.concat(held)
}
