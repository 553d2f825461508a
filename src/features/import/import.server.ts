import { isDeepStrictEqual } from 'node:util'
import { type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import { wireNames } from '#src/features/biodata/contract.ts'
import { columnsOf, wishColumnsOf } from '#src/features/biodata/index.server.ts'
import {
  type Columns,
  ends,
  fieldNames,
  formFields,
  type Gender,
  liesIn,
  openTexts,
  reversedIn,
  type WishColumns,
  type WishSecrecy,
  wishInputs,
} from '#src/features/biodata/index.ts'
import { isOfLegalAge } from '#src/features/biodata/policy.ts'
import { reviewBiodata } from '#src/features/open-texts/index.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { Email, renamed } from '#src/platform/schemas/fields.ts'
import { readCsv } from './csv-rows.server.ts'

/** The message is for the person who runs the import. */
export class NotImportable extends Error {}

const taken = { email: Email, ...formFields }
const Line = renamed(taken, wireNames)

const columnNames = Object.keys(taken).map((field) => (wireNames as Record<string, string>)[field] ?? field)
const optionalColumns = Object.entries<z.ZodMiniType>(taken).flatMap(([name, schema]) =>
  z.safeDecode(schema, undefined).success ? name : [],
)
/** In a spreadsheet of the site's own answers, and not its to say. */
const derivedColumns = ['_id', 'bioDataId', 'age', 'type', 'reqPremium']

type BiodataFile = Awaited<ReturnType<typeof openBiodataFile>>

/** `unknown` are columns that may be misspelt. @throws NotImportable when the file is unreadable, or lacks a column */
export async function openBiodataFile(path: string) {
  const rows = readCsv(path)
  const first = await rows.next().catch((error: NodeJS.ErrnoException) => {
    const reasons: Record<string, string> = {
      ENOENT: 'there is no such file',
      EISDIR: 'this is a folder',
      EACCES: 'this file may not be read',
    }
    throw new NotImportable(`${path}: ${reasons[error.code ?? ''] ?? error.message}.`, { cause: error })
  })
  const header = first.value && 'cells' in first.value ? first.value.cells.map((cell) => cell.trim()) : []
  const missing = columnNames.filter((name) => !header.includes(name) && !optionalColumns.includes(name))
  const twice = header.find((name, i) => columnNames.includes(name) && header.indexOf(name) !== i)
  const why =
    missing.length === columnNames.length - optionalColumns.length
      ? `this is no CSV file with a line of column names (${columnNames.join(', ')}). Spreadsheets must be saved as "CSV UTF-8".`
      : missing.length > 0
        ? `the first line lacks the column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}.`
        : twice && `the column ${twice} is there twice.`
  if (why) {
    await rows.return(undefined)
    throw new NotImportable(`${path}: ${why}`)
  }
  const unknown = header.filter((name) => name !== '' && !columnNames.includes(name) && !derivedColumns.includes(name))
  return { columns: header, unknown, rows }
}

type Person = { row: number; email: string; biodata: Columns & WishColumns & WishSecrecy }

export type Refusal = { row: number; reason: string }

type Rules = { today: string; legalAge: Record<Gender, number> }

const batchSize = 500

/**
 * New emails become users who cannot sign in; earlier imports are updated, people who signed up never. The rest
 * goes to `refused` in the order of the file. Idempotent. An aborted `signal` ends it after the batch in hand.
 */
export async function importBiodata(
  db: Db,
  file: BiodataFile,
  rules: Rules,
  report: { refused(refusal: Refusal): void; progress?(rows: number): void; signal?: AbortSignal },
) {
  const totals = { added: 0, updated: 0, unchanged: 0, refused: 0 }
  let people: Person[] = []
  let refusals: Refusal[] = []
  let rows = 0

  const flush = async (connection: Db) => {
    const written = await connection.transaction().execute((trx) => write(trx, people))
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
      // Spreadsheets end in rows that only look empty.
      if ('cells' in read && read.cells.every((cell) => cell.trim() === '')) continue
      rows += 1
      const person = 'problem' in read ? read.problem : personOf(file.columns, read, rules)
      if (typeof person === 'string') refusals.push({ row: read.row, reason: person })
      else people.push(person)
      if (people.length + refusals.length >= batchSize) await flush(connection)
    }
    await flush(connection)
    return totals
  })
}

/** The reason begins with the column. */
function personOf(
  columns: string[],
  { row, cells }: { row: number; cells: string[] },
  { today, legalAge }: Rules,
): Person | string {
  if (cells.length !== columns.length) return `has ${cells.length} cells, but the first line has ${columns.length}`
  const garbled = columns.filter((_, i) => cells[i]!.includes('\uFFFD'))
  if (garbled.length > 0) return `${garbled.join(', ')}: is not valid UTF-8`

  const line = z.safeDecode(Line, Object.fromEntries(columns.map((name, i) => [name, cells[i]!.trim()])) as never)
  if (!line.success) return line.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
  const { email, ...form } = line.data
  if (!isOfLegalAge(form.gender, form.birth, today, legalAge))
    return `birth: The legal age of marriage is ${legalAge[form.gender]}.`
  const reversed = reversedIn(form)
  if (reversed) return `${ends(reversed)[0]}: must not be above ${ends(reversed)[1]}`
  if (!liesIn(form.district, form.division)) return `district: ${form.district} does not lie in ${form.division}`
  return { row, email, biodata: { ...columnsOf(form), ...wishColumnsOf(form) } }
}

async function write(trx: Db, people: Person[]) {
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
  if (strangers.length > 0) {
    const added = await trx
      .insertInto('users')
      .values(strangers.map(({ email, biodata }) => ({ email, name: biodata.name })))
      // Somebody may take an email at this very moment.
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'email'])
      .execute()
    for (const { id, email } of added) ids.set(email, id)
  }
  const biodata = fresh.flatMap((person) => {
    const id = ids.get(person.email)
    if (id) return { id, ...person.biodata }
    refused.push({ row: person.row, reason: 'email: somebody signed up with it during this import' })
    return []
  })
  // The rows of one statement get their numbers in the order they stand in it.
  if (biodata.length > 0) await trx.insertInto('biodata').values(biodata).execute()
  const written = [...updated, ...biodata]
  await reviewBiodata(
    trx,
    written.map(({ id, ...row }) => ({
      userId: id,
      texts: Object.fromEntries(openTexts.map((name) => [name, row[name]])),
    })),
  )
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
