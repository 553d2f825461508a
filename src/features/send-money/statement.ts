import type { SheetRow } from '#src/platform/spreadsheets/sheet.ts'
import { readMoment, readTaka, readTransactionId } from './policy.ts'

/** What wallets and banks call the columns that are read, in small letters without blanks and marks. */
const headings = {
  transactionId: ['transactionid', 'trxid', 'txnid', 'trxno', 'transactionno', 'txnno', 'referenceno', 'লেনদেনআইডি'],
  amount: ['amount', 'transactionamount', 'in', 'credit', 'creditamount', 'received', 'amountbdt', 'amounttk', 'পরিমাণ'],
  at: [
    'datetime',
    'transactiondatetime',
    'date',
    'transactiondate',
    'trxdate',
    'তারিখ',
    'time',
    'transactiontime',
    'trxtime',
  ],
}
const headingsOfTime = ['time', 'transactiontime', 'trxtime', 'সময়']
type Column = keyof typeof headings
const columns = Object.keys(headings) as Column[]
const bare = (heading: string) => heading.toLowerCase().replace(/[^\p{L}\p{M}\d]/gu, '')

export class MissingColumns extends Error {
  readonly columns: Column[]
  constructor(missing: Column[]) {
    super(`The statement has no column for ${missing.join(', ')}`)
    this.columns = missing
  }
}

/** One line of it. `amount` and `sent` are as the statement has them. */
export interface Line {
  row: number
  transactionId: string
  poisha: number
  moment: Date
  amount: string
  sent: string
}

/** Above the headings wallets write whose statement it is. */
const rowsAbove = 20

/** @returns the lines that came in; `unreadable` has the numbers of the others. @throws MissingColumns */
export async function readLines(rows: AsyncIterable<SheetRow>) {
  const lines: Line[] = []
  const unreadable: number[] = []
  let places: Partial<Record<Column, number>> = {}
  let timeAt: number | undefined
  let isUnder = false
  for await (const row of rows) {
    const cells = 'cells' in row ? row.cells : []
    if (!isUnder) {
      const found = placesOf(cells)
      if (Object.keys(found).length > Object.keys(places).length) places = found
      isUnder = columns.every((column) => places[column] !== undefined)
      // A day in one column and the time in another.
      const time = cells.findIndex((heading) => headingsOfTime.includes(bare(heading)))
      if (isUnder && time >= 0 && time !== places.at) timeAt = time
      if (!isUnder && row.row >= rowsAbove) break
      continue
    }
    if ('cells' in row && cells.every((cell) => cell.trim() === '')) continue
    const cell = (column: Column) => cells[places[column]!]?.trim() ?? ''
    const amount = cell('amount')
    const sent = `${cell('at')} ${timeAt === undefined ? '' : (cells[timeAt] ?? '')}`.trim()
    // Money that went out, or a line of fees without a sum, is nobody's fee.
    if (/^-|^\(.*\)$/.test(amount) || (amount === '' && 'cells' in row)) continue
    const read = {
      transactionId: readTransactionId(cell('transactionId')),
      poisha: readTaka(amount),
      moment: readMoment(sent),
    }
    if (read.transactionId && read.poisha && read.moment) lines.push({ ...read, row: row.row, amount, sent } as Line)
    else unreadable.push(row.row)
  }
  if (!isUnder) throw new MissingColumns(columns.filter((column) => places[column] === undefined))
  return { lines, unreadable }
}

const placesOf = (cells: readonly string[]) =>
  Object.fromEntries(
    columns.flatMap((column) => {
      // The first name that is there, not the first column: a day says more than a time alone.
      const names = cells.map(bare)
      const place = names.indexOf(headings[column].find((name) => names.includes(name)) ?? '-')
      return place < 0 ? [] : [[column, place]]
    }),
  ) as Partial<Record<Column, number>>
