/** Rows are counted as a spreadsheet does: the first line is row 1. */
export type SheetRow = { row: number; cells: string[] } | { row: number; problem: 'quotation' | 'endless' }

/** A file that is no spreadsheet which can be read: broken, larger than it may be when unpacked, or of an old kind. */
export class UnreadableSheet extends Error {
  readonly trouble: 'damaged' | 'bomb' | 'old'

  constructor(trouble: UnreadableSheet['trouble'], options?: ErrorOptions) {
    super(trouble, options)
    this.trouble = trouble
  }
}
