import { expect, test } from 'vitest'
import type { SheetRow } from '#src/platform/spreadsheets/sheet.ts'
import { workbookOf, workbookParts, zipOf } from '#tests/workbook.ts'
import { openTable } from './table.server.ts'
import { NotImportable } from './trouble.server.ts'

const needed = {
  ...{
    email: 'a@mail.example',
    gender: 'Female',
    birth: '1999-03-21',
    height_feet: '5',
    height_inch: '3',
    weight: '55kg',
  },
  ...{ skin_color: 'Fair', division: 'Sylhet', present_division: 'Dhaka', name: 'Salma', occupation: 'Teacher' },
  ...{ father_name: 'Karim', mother_name: 'Rahela', partner_age: '29', partner_height_feet: '5' },
  ...{ partner_height_inch: '7', partner_weight: '65kg', phone: '01711000000' },
}
const names = Object.keys(needed)
const cells: (string | number | Date)[] = Object.values(needed)

async function* chunksOf(file: Buffer) {
  for (let at = 0; at < file.length; at += 1000) yield file.subarray(at, at + 1000)
}

async function rowsIn(file: Buffer, chosen?: Record<string, string>) {
  const table = await openTable(chunksOf(file), chosen)
  const rows: SheetRow[] = []
  for await (const row of table.rows) rows.push(row)
  return { headings: table.headings, rows }
}

const troubleWith = async (file: Buffer) => {
  const error = await rowsIn(file).catch((error) => error)
  expect(error).toBeInstanceOf(NotImportable)
  return [error.trouble, ...error.columns]
}

const sheet = (rows: string) =>
  workbookParts([])['xl/worksheets/sheet1.xml']!.replace('<sheetData></sheetData>', `<sheetData>${rows}</sheetData>`)
/** One row of texts in the cells that follow each other. */
const line = (...texts: string[]) =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`

test('M9 S2-12 knows columns by friendly names, the wire’s, spaces, capitals and what bureaus call them', async () => {
  const others = {
    gender: 'gander',
    mother_name: 'matherName',
    phone: 'Mobile No.',
    birth: 'Date of birth',
    name: ' Full Name ',
  }
  const headed = names.map((name) => (others as Record<string, string>)[name] ?? name.toUpperCase())
  const { headings } = await rowsIn(Buffer.from(`${[...headed, 'Remark', 'age'].join(',')}\n`))
  expect(headings.map(({ column }) => column)).toEqual([
    ...['email', 'gender', 'birth', 'feet', 'inch', 'weight', 'skinColor', 'division', 'presentDivision', 'name'],
    ...['occupation', 'fatherName', 'motherName', 'partnerAge', 'partnerFeet', 'partnerInch', 'partnerWeight', 'phone'],
    ...[undefined, undefined],
  ])
})

test('M9 reads an unknown column as the administrator says, and two with one meaning not at all', async () => {
  const unknown = names.map((name) => (name === 'phone' ? 'Contact of the uncle' : name))
  const file = Buffer.from(`${unknown.join(',')}\n`)
  expect(await troubleWith(file)).toEqual(['missing', 'phone'])
  const { headings } = await rowsIn(file, { 'Contact of the uncle': 'phone' })
  expect(headings.at(-1)).toEqual({ heading: 'Contact of the uncle', column: 'phone' })
  expect(await troubleWith(Buffer.from(`${[...names, 'gander'].join(',')}\n`))).toEqual(['twice', 'gander'])
})

test('M9 reads an Excel workbook: days, numbers, gaps, empty rows and letters of every script', async () => {
  const told = cells.toSpliced(names.indexOf('birth'), 1, new Date('1999-03-21T00:00:00Z'))
  const phone = told.toSpliced(names.indexOf('phone'), 1, 1_711_000_000)
  const named = phone.toSpliced(names.indexOf('name'), 1, 'সালমা <&> Khatun')
  const gap = named.toSpliced(names.indexOf('occupation'), 1, '')
  const { rows } = await rowsIn(workbookOf([names, named, [], gap.slice(0, -1)]))
  expect(rows).toEqual([
    { row: 2, cells: named.map((cell) => (cell instanceof Date ? '1999-03-21' : String(cell))) },
    { row: 4, cells: [...gap.slice(0, -1).map((cell) => (cell instanceof Date ? '1999-03-21' : String(cell))), ''] },
  ])
})

test('M9 reads rich texts, formulas, Booleans, dates since 1904 and the first sheet that is not hidden', async () => {
  const parts = workbookParts([names])
  const rows = `${line(...names)}<row r="5"><c r="A5" t="str"><f>B5</f><v>a@mail.example</v></c>
    <c r="B5" t="inlineStr"><is><r><t>Fe</t></r><r><t>male</t></r><rPh><t>x</t></rPh></is></c>
    <c r="C5" s="1"><v>34778.5</v></c><c r="D5" t="b"><v>1</v></c><c r="E5" t="e"><v>#N/A</v></c>
    <c r="F5"><v>5.50E1</v></c><c r="J5" t="inlineStr"><is><t>a_x0041_b</t></is></c></row>`
  const hidden = parts['xl/workbook.xml']!.replace(
    '<sheets>',
    '<workbookPr date1904="1"/><sheets><sheet name="Notes" state="hidden" r:id="rId9"/>',
  )
  const read = await rowsIn(zipOf({ ...parts, 'xl/workbook.xml': hidden, 'xl/worksheets/sheet1.xml': sheet(rows) }))
  const row = ['a@mail.example', 'Female', '1999-03-21', 'true', '', '55', '', '', '', 'aAb']
  expect(read.rows).toEqual([
    { row: 5, cells: [...row, ...Array.from({ length: names.length - row.length }, () => '')] },
  ])
})

test('M9 refuses a zip bomb, a zip that lies about its size, entities, and rows far apart', async () => {
  const parts = workbookParts([names, cells])
  const bomb = zipOf({ ...parts, 'xl/worksheets/sheet1.xml': Buffer.alloc(65 * 1024 * 1024, 32) })
  expect(bomb.length).toBeLessThan(100_000)
  expect(await troubleWith(bomb)).toEqual(['bomb'])
  const shared = zipOf({ ...parts, 'xl/sharedStrings.xml': Buffer.alloc(65 * 1024 * 1024, 32) })
  expect(await troubleWith(shared)).toEqual(['bomb'])

  const large = Buffer.from(zipOf({ ...parts, 'xl/sharedStrings.xml': Buffer.alloc(1024 * 1024, 32) }))
  // The directory at the end and the entry itself say that it is small.
  for (const [mark, size] of [
    ['504b0102', 24],
    ['504b0304', 22],
  ] as const) {
    const name = large.indexOf(
      'xl/sharedStrings.xml',
      mark === '504b0102' ? large.lastIndexOf(Buffer.from('504b0304', 'hex')) + 60 : 0,
    )
    large.writeUInt32LE(1000, large.lastIndexOf(Buffer.from(mark, 'hex'), name) + size)
  }
  expect(await troubleWith(large)).toEqual(['damaged'])

  const lol = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
  const entities = parts['xl/sharedStrings.xml']!.replace('?>', `?>${lol}`)
  expect(await troubleWith(zipOf({ ...parts, 'xl/sharedStrings.xml': entities }))).toEqual(['damaged'])

  const far = sheet(`${line(...names)}<row r="2000000000"><c r="A2000000000"><v>1</v></c></row>`)
  await expect(rowsIn(zipOf({ ...parts, 'xl/worksheets/sheet1.xml': far }))).rejects.toThrow(NotImportable)
  const wide = sheet(`${line(...names)}<row r="2"><c r="A2"><v>1</v></c><c r="XFD2"><v>1</v></c></row>`)
  expect((await rowsIn(zipOf({ ...parts, 'xl/worksheets/sheet1.xml': wide }))).rows).toMatchObject([
    { cells: { length: names.length } },
  ])
})

test('M9 says what a file is that is no table: an old workbook, a broken one, a picture, nothing', async () => {
  const old = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  expect(await troubleWith(old)).toEqual(['old'])
  expect(await troubleWith(workbookOf([names, cells]).subarray(0, -30))).toEqual(['damaged'])
  expect(await troubleWith(zipOf({ 'word/document.xml': '<x/>' }))).toEqual(['damaged'])
  expect(await troubleWith(Buffer.from('\u0089PNG\r\n\u001A\n'))).toEqual(['no table'])
  expect(await troubleWith(Buffer.alloc(0))).toEqual(['no table'])
})
