import { createZipArchiveSync, ZipEntry } from 'node:zlib'

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export const zipOf = (parts: Record<string, string | Buffer>) =>
  Buffer.concat([
    ...createZipArchiveSync(
      Object.entries(parts).map(([name, content]) => ZipEntry.createSync(name, Buffer.from(content))),
    ),
  ])

const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26)

/** The parts of a workbook as Excel writes it: texts are shared, days are numbers of a style, empty cells are not there. */
export function workbookParts(rows: (string | number | Date)[][]): Record<string, string> {
  const shared = new Map<string, number>()
  const cell = (value: string | number | Date, at: string) => {
    if (value === '') return ''
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
    if (value instanceof Date) return `<c r="${at}" s="1"><v>${value.getTime() / 86_400_000 + 25_569}</v></c>`
    if (!shared.has(value)) shared.set(value, shared.size)
    return `<c r="${at}" t="s"><v>${shared.get(value)}</v></c>`
  }
  const lines = rows.map(
    (cells, i) =>
      `<row r="${i + 1}">${cells.map((value, column) => cell(value, letters(column) + (i + 1))).join('')}</row>`,
  )
  return {
    'xl/workbook.xml': `${head}<workbook ${main} xmlns:r="${office}"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet ${main}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet ${main}><sheetData>${lines.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `${head}<sst ${main}>${[...shared.keys()].map((text) => `<si><t>${xml(text)}</t></si>`).join('')}</sst>`,
  }
}

export const workbookOf = (rows: (string | number | Date)[][]) => zipOf(workbookParts(rows))
