import { createReadStream } from 'node:fs'
import { CsvError, parse } from 'csv-parse/sync'

/** Rows are counted as a spreadsheet does: the first line is row 1. */
type CsvRow = { row: number; cells: string[] } | { row: number; problem: string }

/** Bytes. A quotation mark that is never closed takes in no more than this before it is given up. */
const longestRow = 1024 * 1024

/**
 * RFC 4180; the separator is the most frequent in the first line, the encoding UTF-8, or UTF-16 by its byte order mark.
 * Invalid bytes arrive as U+FFFD. A misplaced quotation mark is a problem of that one line.
 * @throws the file system's error when the file cannot be read
 */
export async function* readCsv(path: string): AsyncGenerator<CsvRow, undefined> {
  let row = 0
  let pending: Buffer = Buffer.alloc(0)
  let delimiter: string | undefined
  let insideDropped = false

  for await (const { text, isLast } of decoded(createReadStream(path))) {
    pending = Buffer.concat([pending, text])
    if (insideDropped) {
      const start = nextLine(pending, 0)
      if (start === undefined) {
        pending = pending.subarray(pending.length)
        continue
      }
      pending = pending.subarray(start)
      insideDropped = false
    }
    const end = isLast ? pending.length : endOfLines(pending)
    if (end > 0) delimiter ??= separatorOf(pending)

    let at = 0
    while (at < end) {
      const { records, length, error } = parseRecords(pending.subarray(at, end), delimiter!)
      for (const cells of records) yield { row: ++row, cells }
      at += length
      if (!error) break
      const mayGoOn = error.code === 'CSV_QUOTE_NOT_CLOSED' && !isLast && pending.length - at < longestRow
      if (mayGoOn) break
      yield { row: ++row, problem: 'a quotation mark is in the wrong place or never closed' }
      at = nextLine(pending, at) ?? end
    }
    pending = pending.subarray(at)
    if (end === 0 && pending.length >= longestRow) {
      yield { row: ++row, problem: 'is longer than a megabyte' }
      insideDropped = true
    }
  }
}

async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ text: Buffer; isLast: boolean }> {
  let decoder: TextDecoder | undefined
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk))
    yield { text: Buffer.from(decoder.decode(chunk, { stream: true })), isLast: false }
  }
  yield { text: Buffer.from(decoder?.decode() ?? ''), isLast: true }
}

function encodingOf([first, second]: Buffer) {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return 'utf-8'
}

function parseRecords(text: Buffer, delimiter: string) {
  const records: string[][] = []
  let length = 0
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      on_record(cells: string[], { bytes }) {
        records.push(cells)
        length = bytes
        return null
      },
    })
    return { records, length: text.length }
  } catch (error) {
    if (error instanceof CsvError) return { records, length, error }
    throw error
  }
}

function separatorOf(text: Buffer) {
  const header = text.subarray(0, nextLine(text, 0)).toString()
  const count = (separator: string) => header.split(separator).length
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best))
}

/** Where the whole lines end. A carriage return at the very end may be half of a line's end, so it does not count. */
const endOfLines = (text: Buffer) => Math.max(text.lastIndexOf('\n'), text.subarray(0, -1).lastIndexOf('\r')) + 1

function nextLine(text: Buffer, start: number) {
  const [feed, carriage] = [text.indexOf('\n', start), text.indexOf('\r', start)]
  if (carriage === -1 || (feed !== -1 && feed < carriage)) return feed === -1 ? undefined : feed + 1
  return feed === carriage + 1 ? feed + 1 : carriage + 1
}
