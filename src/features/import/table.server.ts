import { readCsv } from './csv-rows.server.ts'
import { type Heading, missingFrom, readHeadings } from './headings.server.ts'
import { NotImportable, type TableRow } from './trouble.server.ts'
import { readXlsx } from './xlsx-rows.server.ts'

export type Table = { headings: Heading[]; rows: AsyncGenerator<TableRow, undefined> }

const zip = '504b'
/** Old Excel files, and new ones with a password. */
const compound = 'd0cf11e0'

/** A whole workbook is held in memory, because a zip has its table of contents at the end. */
const mostWorkbookBytes = 64 * 1024 * 1024

async function* rowsOf(file: AsyncIterable<Buffer>): AsyncGenerator<TableRow, undefined> {
  const chunks = file[Symbol.asyncIterator]()
  const first = await chunks.next()
  const begins = first.done ? '' : first.value.toString('hex', 0, 4)
  const whole = (async function* () {
    if (!first.done) yield first.value
    yield* { [Symbol.asyncIterator]: () => chunks }
  })()
  if (begins === compound) throw new NotImportable('old')
  if (!begins.startsWith(zip)) return yield* readCsv(whole)
  const parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of whole) {
    bytes += chunk.length
    if (bytes > mostWorkbookBytes) throw new NotImportable('bomb')
    parts.push(chunk)
  }
  yield* readXlsx(Buffer.concat(parts))
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
