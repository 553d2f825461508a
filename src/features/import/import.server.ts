import { createReadStream } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { type SqlBool, sql } from 'kysely'
import { fieldNames, wishInputs } from '#src/features/biodata/index.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { addBiodata, addUsers, reviewTexts, type State } from './add-people.server.ts'
import { columnNames, unknownIn, wireNameOf } from './headings.server.ts'
import { lineOf, type Person, personOf, type Rules } from './person.server.ts'
import { openTable, type Table } from './table.server.ts'
import { NotImportable } from './trouble.server.ts'

/** `unknown` are columns that may be misspelt. @throws NotImportable whose message is for the person who runs the import */
export async function openBiodataFile(path: string) {
  try {
    const table = await openTable(createReadStream(path) as AsyncIterable<Buffer>)
    return { ...table, unknown: unknownIn(table.headings) }
  } catch (error) {
    const trouble = error instanceof NotImportable ? error.trouble : 'damaged'
    throw new NotImportable(trouble, { message: `${path}: ${reasonOf(error as Error)}.`, cause: error })
  }
}

const unreadable: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a folder',
  EACCES: 'this file may not be read',
}

const noTable = `this is no CSV file with a line of column names (${columnNames.map(wireNameOf).join(', ')}), and no Excel workbook that can be read. Spreadsheets must be saved as .xlsx or "CSV UTF-8"`

function reasonOf(error: Error & { code?: string }) {
  if (!(error instanceof NotImportable)) return unreadable[error.code ?? ''] ?? error.message
  const names = error.columns.map(wireNameOf)
  if (error.trouble === 'missing')
    return `the first line lacks the column${names.length > 1 ? 's' : ''} ${names.join(', ')}`
  if (error.trouble === 'twice') return `the column ${names[0]} is there twice`
  return error.trouble === 'bomb' ? 'this workbook unpacks to more than 64 MB' : noTable
}

export type Refusal = { row: number; reason: string }

const batchSize = 500

/**
 * New emails become users who cannot sign in; earlier imports are updated, people who signed up never. The rest
 * goes to `refused` in the order of the file. Idempotent. An aborted `signal` ends it after the batch in hand.
 */
export async function importBiodata(
  db: Db,
  file: Table,
  rules: Rules,
  report: { refused(refusal: Refusal): void; progress?(rows: number): void; signal?: AbortSignal },
  state: State = {},
) {
  const totals = { added: 0, updated: 0, unchanged: 0, refused: 0 }
  let people: Person[] = []
  let refusals: Refusal[] = []
  let rows = 0

  const flush = async (connection: Db) => {
    const written = await connection.transaction().execute((trx) => write(trx, people, state))
    for (const kind of ['added', 'updated', 'unchanged'] as const) totals[kind] += written[kind]
    refusals.push(...written.refused)
    totals.refused += refusals.length
    for (const refusal of refusals.sort((a, b) => a.row - b.row)) report.refused(refusal)
    people = []
    refusals = []
    report.progress?.(rows)
  }

  // A table of this one connection keeps the emails, because a file may be longer than the memory.
  return db.connection().execute(async (connection) => {
    await sql`drop table if exists pg_temp.imported`.execute(connection)
    await sql`create temporary table imported (email text primary key, row integer not null)`.execute(connection)
    for await (const read of file.rows) {
      if (report.signal?.aborted) break
      const said = lineOf(file.headings, read)
      if (!said) continue
      rows += 1
      const person = said.problems.length > 0 ? said.problems : personOf(file.headings, read.row, said.line, rules)
      if (!Array.isArray(person)) people.push(person)
      else refusals.push({ row: read.row, reason: person.map(({ message }) => message).join('; ') })
      if (people.length + refusals.length >= batchSize) await flush(connection)
    }
    await flush(connection)
    return totals
  })
}

async function write(trx: Db, people: Person[], state: State) {
  const emails = people.map(({ email }) => email)
  await sql`
    insert into imported select * from unnest(${emails}::text[], ${people.map(({ row }) => row)}::int[])
    on conflict do nothing`.execute(trx)
  const earlier = sql<{ email: string; row: number }>`select email, row from imported where email = any(${emails})`
  const firstRows = new Map((await earlier.execute(trx)).rows.map(({ email, row }) => [email, row]))
  const known = await findKnown(trx, emails)
  const refused: Refusal[] = []
  const fresh: Person[] = []
  const updated: (Person['biodata'] & { id: string })[] = []
  let unchanged = 0
  for (const person of people) {
    const before = known.get(person.email)
    const firstRow = firstRows.get(person.email)
    if (firstRow !== person.row) refused.push({ row: person.row, reason: `email: is already in row ${firstRow}` })
    else if (before && isSame(before, person.biodata)) unchanged += 1
    else if (before && before.number !== null && (await update(trx, before.id, person.biodata)))
      updated.push({ id: before.id, ...person.biodata })
    else if (before && (before.number !== null || before.hasAccount))
      refused.push({
        row: person.row,
        reason: 'email: belongs to somebody who signed up, whose biodata only they may change',
      })
    else fresh.push(person)
  }

  const ids = new Map([...known].map(([email, { id }]) => [email, id]))
  const strangers = fresh.filter((person) => !ids.has(person.email))
  for (const [email, id] of await addUsers(trx, strangers)) ids.set(email, id)
  const biodata = fresh.flatMap((person) => {
    const id = ids.get(person.email)
    if (id) return { id, ...person.biodata }
    refused.push({ row: person.row, reason: 'email: somebody signed up with it during this import' })
    return []
  })
  await addBiodata(trx, biodata, state)
  await reviewTexts(trx, [...updated, ...biodata])
  return { added: biodata.length, updated: updated.length, unchanged, refused }
}

async function findKnown(trx: Db, emails: string[]) {
  const rows = await trx
    .selectFrom('users')
    .leftJoin('biodata', 'biodata.id', 'users.id')
    .select(['users.id', 'users.email', 'biodata.number', ...kept.map((name) => `biodata.${name}` as const)])
    .select(sql<boolean>`exists (select from accounts where user_id = users.id)`.as('hasAccount'))
    .where(sql<SqlBool>`users.email = any(${emails})`)
    .execute()
  return new Map(rows.map((row) => [row.email, row]))
}

const kept = [...fieldNames, ...wishInputs, 'partnerWishesPrivate'] as const
const isSame = (before: Partial<Record<(typeof kept)[number], unknown>>, biodata: Person['biodata']) =>
  kept.every((name) => !(name in biodata) || isDeepStrictEqual(before[name], biodata[name]))

/** @returns whether it was done: not for somebody who can sign in, who may have got an account only just now */
async function update(trx: Db, id: string, biodata: Person['biodata']) {
  const changed = await trx
    .updateTable('biodata')
    .set({ ...biodata, updatedAt: sql`now()` })
    .where('id', '=', id)
    .where(sql<SqlBool>`not exists (select from accounts where user_id = ${id})`)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return false
  await trx.updateTable('users').set({ name: biodata.name, updatedAt: sql`now()` }).where('id', '=', id).execute()
  return true
}
