/**
 * Rows as a file that spreadsheets read: UTF-8 with the mark by which Excel knows it, every cell quoted, under headings.
 * Only the fields named in `columns` are in it.
 */
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

/**
 * What a spreadsheet would take for a formula begins with an apostrophe (OWASP, CSV injection): the text itself, and
 * what follows a semicolon in it, because a spreadsheet that separates by semicolons makes a cell of that.
 */
function cellOf(value: unknown) {
  const text = String(value ?? '')
  return `"${text.replace(/(?<=^|;\s*)(?=[=+\-@\t\r\n＝＋－＠])/g, "'").replaceAll('"', '""')}"`
}
