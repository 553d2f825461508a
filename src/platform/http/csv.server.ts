/** UTF-8 with the mark by which Excel knows it. Only the fields named in `columns` are in it. */
export async function* csvOf(
  columns: Readonly<Record<string, string>>,
  batches: AsyncIterable<Record<string, unknown>[]>,
) {
  const line = (cells: unknown[]) => `${cells.map(cellOf).join(',')}\r\n`
  yield `\uFEFF${line(Object.keys(columns))}`
  for await (const rows of batches) {
    yield rows.map((row) => line(Object.values(columns).map((field) => row[field]))).join('')
  }
}

/** A row inside a cell. */
const lineOf = (row: object) => Object.values(row).join(' ').trim()

/** Puts ' before formulas (OWASP, CSV injection), also after a semicolon, where some spreadsheets begin a cell. */
function cellOf(value: unknown) {
  const text = Array.isArray(value) ? value.map(lineOf).join('; ') : String(value ?? '')
  return `"${text.replace(/(?<=^|;\s*)(?=[=+\-@\t\r\n＝＋－＠])/g, "'").replaceAll('"', '""')}"`
}
