import { readCsv } from './csv-rows.server.ts'
import { type SheetRow, UnreadableSheet } from './sheet.ts'
import { readXlsx } from './xlsx-rows.server.ts'

const zip = '504b'
/** Old Excel files, and new ones with a password. */
const compound = 'd0cf11e0'

/** A whole workbook is held in memory, because a zip has its table of contents at the end. */
const mostWorkbookBytes = 64 * 1024 * 1024

/** Of a CSV file or an Excel workbook, by its first bytes; `hasTimes` as in `readXlsx`. @throws UnreadableSheet */
export async function* readSheet(
  file: AsyncIterable<Buffer>,
  { hasTimes = false } = {},
): AsyncGenerator<SheetRow, undefined> {
  const chunks = file[Symbol.asyncIterator]()
  const first = await chunks.next()
  const begins = first.done ? '' : first.value.toString('hex', 0, 4)
  const whole = (async function* () {
    if (!first.done) yield first.value
    yield* { [Symbol.asyncIterator]: () => chunks }
  })()
  if (begins === compound) throw new UnreadableSheet('old')
  if (!begins.startsWith(zip)) return yield* readCsv(whole)
  const parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of whole) {
    bytes += chunk.length
    if (bytes > mostWorkbookBytes) throw new UnreadableSheet('bomb')
    parts.push(chunk)
  }
  yield* readXlsx(Buffer.concat(parts), { hasTimes })
}
