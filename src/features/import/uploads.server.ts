import { type SqlBool, sql } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'
import { countWritten, oneRow } from '#src/platform/db/rows.server.ts'
import { found, invalid, Problem } from '#src/platform/http/problem.ts'
import { mostFileBytes, pieceBytes } from './policy.ts'

export async function beginUpload(db: Db, actorId: string, { fileName, bytes }: { fileName: string; bytes: number }) {
  if (bytes > mostFileBytes) throw new Problem('too-large', { detail: 'The file has more than 10 MB.' })
  const row = await db
    .insertInto('imports')
    .values({ actorId, fileName, bytes })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const piecesOf = (bytes: number) => Math.ceil(bytes / pieceBytes)

/** The last piece begins the reading. The same piece again changes nothing. @returns how many are still missing */
export const addPiece = (db: Db, id: string, place: number, data: Buffer) =>
  db.transaction().execute(async (trx) => {
    const upload = found(
      await trx.selectFrom('imports').select(['bytes', 'status']).where('id', '=', id).forUpdate().executeTakeFirst(),
    )
    if (upload.status !== 'uploading') return 0
    const pieces = piecesOf(upload.bytes)
    const expected = Math.min(pieceBytes, upload.bytes - place * pieceBytes)
    if (place >= pieces || data.length !== expected) throw invalid('data', 'is not a piece of this file')
    await sql`insert into import_pieces values (${id}, ${place}, ${data}) on conflict do nothing`.execute(trx)
    const here = trx
      .selectFrom('importPieces')
      .select((of) => of.fn.countAll<string>().as('n'))
      .where('importId', '=', id)
    const missing = pieces - Number((await here.executeTakeFirstOrThrow()).n)
    if (missing === 0) await trx.updateTable('imports').set({ status: 'reading' }).where('id', '=', id).execute()
    return missing
  })

export async function* storedFile(db: Db, id: string, bytes: number): AsyncGenerator<Buffer, undefined> {
  for (let place = 0; place < piecesOf(bytes); place++) {
    const piece = db.selectFrom('importPieces').select('bytes').where('importId', '=', id).where('place', '=', place)
    yield (await piece.executeTakeFirstOrThrow()).bytes
  }
}

/** Reads the file again, with what its unknown columns are. @returns 0 when it was begun meanwhile */
export async function nameColumns(db: Db, id: string, columns: Readonly<Record<string, string>>) {
  const again = sql`
    update imports set status = 'reading', trouble = null, trouble_columns = '{}', headings = (
      select coalesce(jsonb_agg(jsonb_build_object('heading', heading, 'chosen', ${columns}::jsonb ->> heading) order by place), '[]')
      from jsonb_array_elements(headings) with ordinality as one (it, place), lateral (select it ->> 'heading') as h (heading)
    )
    where id = ${id} and status in ('ready', 'refused')`
  return Number((await again.execute(db)).numAffectedRows)
}

const summary = (db: Db) =>
  db
    .selectFrom('imports')
    .leftJoin('users', 'users.id', 'imports.actorId')
    .selectAll('imports')
    .select('users.name as actorName')

export const findImport = (db: Db, id: string) => summary(db).where('imports.id', '=', id).executeTakeFirst()

/** What is worth coming back to. */
export const recentImports = (db: Db, limit: number) =>
  summary(db)
    .where('imports.status', '<>', 'uploading')
    .orderBy('imports.madeAt', 'desc')
    .limit(sql.lit(limit))
    .execute()

/** How many rows have problems, and who is in the others. */
export function whoIsIn(db: Db, id: string) {
  return oneRow<{ problems: number; women: number; men: number; divisions: number }>(db)`
    select count(*) filter (where problems is not null)::integer as problems,
      count(*) filter (where problems is null and line ->> 'gender' = 'Female')::integer as women,
      count(*) filter (where problems is null and line ->> 'gender' = 'Male')::integer as men,
      count(distinct line ->> 'division') filter (where problems is null)::integer as divisions
    from import_rows where import_id = ${id}`
}

export const rowsOf = (
  db: Db,
  id: string,
  areGood: boolean,
  { after = 0, limit }: { after?: number | undefined; limit: number },
) =>
  db
    .selectFrom('importRows')
    .select(['row', 'line', 'problems'])
    .where('importId', '=', id)
    .where('problems', areGood ? 'is' : 'is not', null)
    .where('row', '>', after)
    .orderBy('row')
    .limit(sql.lit(limit))
    .execute()

interface Agreement {
  how: string
  on: string
}

/** Without a word on how people agreed they become drafts. @returns 0 when it was begun before */
export const startImport = (db: Db, id: string, agreement: Agreement | undefined) =>
  countWritten(db)`
    update imports set status = 'running', agreed_how = ${agreement?.how ?? null},
      agreed_on = ${agreement?.on ?? null}
    where id = ${id} and status = 'ready' and good > 0`

export const startUndo = (db: Db, id: string, since: Date) =>
  countWritten(db)`
    update imports set status = 'undoing' where id = ${id} and status = 'done' and done_at > ${since}`

/** A file that nobody has taken in. */
export const dropUpload = (db: Db, id: string) =>
  countWritten(db)`
    delete from imports where id = ${id} and status in ('uploading', 'reading', 'refused', 'ready')`

/** How somebody's biodata came here; undefined for others. */
export const importedAs = (db: Db, userId: string) =>
  db
    .selectFrom('importedPeople')
    .innerJoin('imports', 'imports.id', 'importedPeople.importId')
    .select(['imports.agreedHow', 'imports.agreedOn', 'imports.doneAt'])
    .where('importedPeople.userId', '=', userId)
    .executeTakeFirst()

export const keptForUndo = '1 day'

/** What was never taken in, the rows with problems, and imports of which nobody is left. */
export async function forgetImports(db: Db, now: Date) {
  const isOver = (column: string) => sql<SqlBool>`${sql.ref(column)} < ${now}::timestamptz - interval '1 day'`
  await sql`delete from imports where done_at is null and status <> 'running' and ${isOver('made_at')}`.execute(db)
  await sql`
    delete from import_rows using imports
    where imports.id = import_id and done_at is not null and ${isOver('done_at')}`.execute(db)
  await sql`
    delete from imports where done_at is not null and ${isOver('done_at')}
      and not exists (select from imported_people where import_id = imports.id)`.execute(db)
}
