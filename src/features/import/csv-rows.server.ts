import { createReadStream } from 'node:fs'
import { CsvError, parse } from 'csv-parse/sync'

/** Rows are counted as a spreadsheet does: the first line is row 1. */
type CsvRow = { row: number; cells: string[] } | { row: number; problem: string }

/** Characters. A quotation mark that is never closed takes in no more than this before it is given up. */
const longestRow = 1024 * 1024

/**
 * RFC 4180; the separator is the most frequent in the first line. Invalid bytes arrive as U+FFFD. A misplaced quotation
 * mark is a problem of that one line.
 * @throws the file system's error when the file cannot be read
 */
export async function* readCsv(path: string): AsyncGenerator<CsvRow, undefined> {
  let row = 0
  let delimiter: string | undefined
  /** Of the row that is being read, whose last quotation mark may still be open. */
  let lines: string[] = []
  let length = 0
  let isOpen = false

  function* take(line: string): Generator<CsvRow> {
    delimiter ??= separatorOf(line)
    lines.push(line)
    length += line.length
    if (line.split('"').length % 2 === 0) isOpen = !isOpen
    if (!isOpen || length > longestRow) yield* close(delimiter)
  }
  function* close(separator: string): Generator<CsvRow> {
    const [first, ...others] = lines
    const cells = isOpen || length > longestRow ? undefined : cellsOf(lines.join(''), separator)
    lines = []
    length = 0
    isOpen = false
    row += 1
    if (cells) return yield { row, cells }
    const isEndless = first!.length > longestRow
    const problem = isEndless ? 'is longer than a megabyte' : 'a quotation mark is in the wrong place or never closed'
    yield { row, problem }
    for (const line of others) yield* take(line)
  }
  for await (const line of linesOf(path)) yield* take(line)
  while (delimiter && lines.length > 0) yield* close(delimiter)
}

const encodings: Record<string, string> = { fffe: 'utf-16le', feff: 'utf-16be' }

/** With their ends. The encoding is UTF-8, or UTF-16 by its byte order mark. Of an endless line only the beginning. */
async function* linesOf(path: string) {
  let decoder: TextDecoder | undefined
  let rest = ''
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    decoder ??= new TextDecoder(encodings[chunk.toString('hex', 0, 2)])
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/(?<=\n|\r(?!\n))/)
    rest = lines.pop()!.slice(0, longestRow + 1)
    yield* lines
  }
  rest += decoder?.decode() ?? ''
  if (rest !== '') yield rest
}

function cellsOf(text: string, delimiter: string) {
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
