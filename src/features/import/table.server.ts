import { readSheet } from '#src/platform/spreadsheets/read-sheet.server.ts'
import { type SheetRow, UnreadableSheet } from '#src/platform/spreadsheets/sheet.ts'
import { type Heading, missingFrom, readHeadings } from './headings.server.ts'
import { NotImportable } from './trouble.server.ts'

export type Table = { headings: Heading[]; rows: AsyncGenerator<SheetRow, undefined> }

async function* rowsOf(file: AsyncIterable<Buffer>): AsyncGenerator<SheetRow, undefined> {
  try {
    yield* readSheet(file)
  } catch (error) {
    throw error instanceof UnreadableSheet ? new NotImportable(error.trouble, { cause: error }) : error
  }
}

/** A CSV file or an Excel workbook. @throws NotImportable when it is unreadable, or lacks a column */
export async function openTable(
  file: AsyncIterable<Buffer>,
  chosen?: Readonly<Record<string, string>>,
): Promise<Table> {
  const rows = rowsOf(file)
  try {
    const { value: first } = await rows.next()
    const headings = readHeadings(first && 'cells' in first ? first.cells : [], chosen)
    const missing = missingFrom(headings)
    if (missing.length > 0) throw new NotImportable('missing', { columns: missing, headings })
    return { headings, rows }
  } catch (error) {
    await rows.return(undefined)
    throw error
  }
}
