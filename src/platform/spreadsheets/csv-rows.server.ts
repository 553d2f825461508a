import { CsvError, parse } from 'csv-parse/sync'
import type { SheetRow } from './sheet.ts'

/** Characters. A quotation mark that is never closed takes in no more than this before it is given up. */
const longestRow = 1024 * 1024

/**
 * RFC 4180; the separator is the most frequent in the first line. Invalid bytes arrive as U+FFFD. A misplaced quotation
 * mark is a problem of that one line.
 */
export async function* readCsv(file: AsyncIterable<Buffer>): AsyncGenerator<SheetRow, undefined> {
  let row = 0
  let delimiter: string | undefined
  /** Of the row that is being read, whose last quotation mark may still be open. */
  let lines: string[] = []
  let length = 0
  let isOpen = false

  function* take(line: string): Generator<SheetRow> {
    delimiter ??= separatorOf(line)
    lines.push(line)
    length += line.length
    if (line.split('"').length % 2 === 0) isOpen = !isOpen
    if (!isOpen || length > longestRow) yield* close(delimiter)
  }
  function* close(separator: string): Generator<SheetRow> {
    const [first, ...others] = lines
    const cells = isOpen || length > longestRow ? undefined : cellsOf(lines.join(''), separator)
    lines = []
    length = 0
    isOpen = false
    row += 1
    if (cells) return yield { row, cells }
    const isEndless = first!.length > longestRow
    yield { row, problem: isEndless ? 'endless' : 'quotation' }
    for (const line of others) yield* take(line)
  }
  for await (const line of linesOf(file)) yield* take(line)
  while (delimiter && lines.length > 0) yield* close(delimiter)
}

const encodings: Record<string, string> = { fffe: 'utf-16le', feff: 'utf-16be' }

/** With their ends. The encoding is UTF-8, or UTF-16 by its byte order mark. Of an endless line only the beginning. */
async function* linesOf(file: AsyncIterable<Buffer>) {
  let decoder: TextDecoder | undefined
  let rest = ''
  for await (const chunk of file) {
    decoder ??= new TextDecoder(encodings[chunk.toString('hex', 0, 2)])
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/(?<=\n|\r(?!\n))/)
    rest = lines.pop()!.slice(0, longestRow + 1)
    yield* lines
  }
  rest += decoder?.decode() ?? ''
  if (rest !== '') yield rest
}

function cellsOf(text: string, delimiter: string) {
  // Most rows: to begin a parser for each took half of the time.
  if (!text.includes('"')) return text.replace(/(\r\n|\n|\r)$/, '').split(delimiter)
  try {
    const options = { delimiter, record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true }
    return parse(text, options)[0]
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}

function separatorOf(header: string) {
  const count = (separator: string) => header.split(separator).length
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best))
}
