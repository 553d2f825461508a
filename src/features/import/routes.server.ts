import { dayOf } from '#src/platform/clock.ts'
import { record } from '#src/platform/db/audit.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { found, invalid, Problem } from '#src/platform/http/problem.ts'
import * as contract from './contract.ts'
import { type Column, columnNames, headingFor, isColumn } from './headings.server.ts'
import { canUndo, isAtWork, type RowProblem, undoHours } from './policy.ts'
import * as uploads from './uploads.server.ts'

const recent = 20
const nobodyYet = { problems: 0, women: 0, men: 0, divisions: 0 }

/** A file's columns: the row and its problem, then everything that an import reads. */
const columns = Object.fromEntries(columnNames.map((column) => [headingFor(column), column]))
const problemFile = { ...contract.importProblems, columns: { row: 'row', problem: 'problem', ...columns } }
const templateFile = { ...contract.importTemplate, columns }

const example: Partial<Record<Column, string>> = {
  ...{ email: 'family@mail.example', gender: 'Female', birth: '1999-03-21', feet: '5', inch: '3', weight: '55kg' },
  ...{ skinColor: 'Medium', division: 'Sylhet', presentDivision: 'Dhaka', name: 'Salma Khatun', occupation: 'Teacher' },
  ...{ fatherName: 'Abdul Karim', motherName: 'Rahela Begum', partnerAge: '29', partnerFeet: '5', partnerInch: '7' },
  ...{ partnerWeight: '65kg', phone: '01711000000' },
}

export function mountImport(mount: Mount, { db, clock, importer }: Deps & { importer: { begin(): void } }) {
  const summaryOf = async (id: string) => found(await uploads.findImport(db, id))
  const shown = ({ actorName, trouble, troubleColumns, headings, ...row }: Awaited<ReturnType<typeof summaryOf>>) => {
    const doneAt = row.doneAt?.toISOString() ?? null
    return {
      ...row,
      trouble: trouble && {
        kind: trouble,
        columns: troubleColumns.map((name) => (isColumn(name) ? headingFor(name) : name)),
      },
      headings: headings.map(({ heading, column }) => ({ heading, ...(column && { column }) })),
      by: actorName,
      madeAt: row.madeAt.toISOString(),
      doneAt,
      canUndo: canUndo(row.status, doneAt, clock()),
    }
  }

  mount(contract.beginImport, async ({ viewer, input }) => ({
    insertedId: await uploads.beginUpload(db, viewer.userId, input),
  }))

  mount(contract.sendPiece, async ({ input: { id, place, data } }) => {
    const missing = await uploads.addPiece(db, id, place, Buffer.from(data, 'base64'))
    if (missing === 0) importer.begin()
    return { missing }
  })

  mount(contract.listImports, async () => (await uploads.recentImports(db, recent)).map(shown))

  mount(contract.viewImport, async ({ input: { id } }) => {
    const one = await summaryOf(id)
    // A server that died would be waited for otherwise.
    if (isAtWork(one.status)) importer.begin()
    // Counting would hold up the reading, which is asked about again and again.
    const inIt = one.status === 'reading' ? nobodyYet : await uploads.whoIsIn(db, id)
    return { ...shown(one), ...inIt }
  })

  mount(contract.viewRows, async ({ input: { id, are, after } }) => {
    await summaryOf(id)
    const rows = await uploads.rowsOf(db, id, are === 'good', { after, limit: contract.rowsPerAnswer })
    return rows.map(({ row, line, problems }) => {
      const { name = '', gender = '', birth = '', division = '' } = line
      return { row, name, gender, birth, division, problems: problems ?? [] }
    })
  })

  mount(contract.nameColumns, async ({ input: { id, columns } }) => {
    for (const column of Object.values(columns))
      if (column !== '' && !isColumn(column)) throw invalid('columns', 'names no column')
    const modifiedCount = await uploads.nameColumns(db, id, columns)
    if (modifiedCount === 0) await summaryOf(id)
    else importer.begin()
    return { modifiedCount }
  })

  /** Records what was begun, once. @throws Problem 404 without the import, 409 where it is not its time */
  const begin = async (
    adminId: string,
    id: string,
    action: 'imported biodata' | 'undid import',
    change: (trx: Db) => Promise<number>,
  ) => {
    await summaryOf(id)
    const modifiedCount = await db.transaction().execute(async (trx) => {
      const changed = await change(trx)
      if (changed > 0) await record(trx, adminId, action, null)
      return changed
    })
    if (modifiedCount === 0) throw new Problem('conflict')
    importer.begin()
    return { modifiedCount }
  }

  mount(contract.startImport, ({ viewer, input: { id, agreement } }) => {
    if (agreement && agreement.on > dayOf(clock())) throw invalid('agreement.on', 'must not be later than today')
    return begin(viewer.userId, id, 'imported biodata', (trx) => uploads.startImport(trx, id, agreement))
  })

  mount(contract.undoImport, ({ viewer, input: { id } }) => {
    const since = new Date(clock().getTime() - undoHours * 3_600_000)
    return begin(viewer.userId, id, 'undid import', (trx) => uploads.startUndo(trx, id, since))
  })

  mount(contract.dropImport, async ({ input: { id } }) => {
    const deletedCount = await uploads.dropUpload(db, id)
    if (deletedCount === 0) await summaryOf(id)
    return { deletedCount }
  })

  mount(problemFile, async ({ input: { id } }) => {
    await summaryOf(id)
    return problemRows(db, id)
  })

  mount(templateFile, () => batches([[example]]))
}

async function* batches(rows: Record<string, unknown>[][]) {
  yield* rows
}

async function* problemRows(db: Db, id: string) {
  let after: number | undefined = 0
  while (after !== undefined) {
    const rows = await uploads.rowsOf(db, id, false, { after, limit: 500 })
    yield rows.map(({ row, line, problems }) => ({ row, problem: (problems ?? []).map(wordsOf).join('; '), ...line }))
    after = rows.at(-1)?.row
  }
}

/** For the file, which programs read too. */
function wordsOf({ kind, field, value, other }: RowProblem) {
  const named = field && isColumn(field) ? headingFor(field) : field
  return [named && `${named}:`, kind, other !== undefined && `(${other})`, value && `“${value}”`]
    .filter(Boolean)
    .join(' ')
}
