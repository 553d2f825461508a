import * as z from 'zod/mini'
import { wireNames } from '#src/features/biodata/contract.ts'
import { formFields } from '#src/features/biodata/index.ts'
import { Email } from '#src/platform/schemas/fields.ts'
import { NotImportable } from './trouble.server.ts'

/** What a row of a spreadsheet says. */
export const taken = { email: Email, ...formFields }
export type Column = keyof typeof taken
export const columnNames = Object.keys(taken) as Column[]
export const isColumn = (name: string): name is Column => name in taken

export const wireNameOf = (column: string) => (wireNames as Record<string, string>)[column] ?? column

/** In a spreadsheet of the site's own answers, or of rows with problems, and not its to say. */
const derived = ['_id', 'bioDataId', 'age', 'type', 'reqPremium', 'row', 'problem']

const required = columnNames.filter((name) => !z.safeDecode<z.ZodMiniType>(taken[name], undefined).success)

const heights = {
  feet: 'height_feet',
  inch: 'height_inch',
  partnerFeet: 'partner_height_feet',
  partnerInch: 'partner_height_inch',
}
/** What templates call a column. */
export const headingFor = (column: Column) =>
  (heights as Partial<Record<Column, string>>)[column] ??
  column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What else bureaus call a column, without spaces and marks. */
const alsoCalled: Partial<Record<string, Column>> = {
  ...{ sex: 'gender', fullname: 'name', emailaddress: 'email', mail: 'email' },
  ...{ banglaname: 'nameInOtherScript', nameinbangla: 'nameInOtherScript', নাম: 'nameInOtherScript' },
  ...{ birthdate: 'birth', birthday: 'birth', dateofbirth: 'birth', dob: 'birth' },
  ...{
    mobile: 'phone',
    mobilenumber: 'phone',
    mobileno: 'phone',
    phoneno: 'phone',
    photo: 'photoUrl',
    photolink: 'photoUrl',
  },
  ...{ complexion: 'skinColor', permanentdivision: 'division', mothersname: 'motherName', fathersname: 'fatherName' },
}
const bare = (heading: string) => heading.toLowerCase().replace(/[^\p{L}\p{M}\d]/gu, '')
const namesOf = (column: Column) => [column, wireNameOf(column), headingFor(column)]

/** One per column of the file; `column` is absent where it is not read. */
export type Heading = { heading: string; column?: Column | undefined }

/**
 * An exact name goes before one that is only similar. `chosen` says what an unknown heading is.
 * @throws NotImportable when there is no line of headings, a column is missing, or two have one name
 */
export function readHeadings(cells: readonly string[], chosen: Readonly<Record<string, string>> = {}): Heading[] {
  const headings = cells.map((cell) => cell.trim())
  const exact = headings.map((heading) => columnNames.find((column) => namesOf(column).includes(heading)))
  const similar = headings.map((heading) => {
    const wanted = chosen[heading]
    if (wanted !== undefined) return isColumn(wanted) ? wanted : undefined
    const simple = bare(heading)
    return alsoCalled[simple] ?? columnNames.find((column) => namesOf(column).some((name) => bare(name) === simple))
  })
  const read = headings.map((heading, i): Heading => {
    if (exact[i] || derived.includes(heading) || heading === '') return { heading, column: exact[i] }
    return { heading, column: similar[i] && !exact.includes(similar[i]) ? similar[i] : undefined }
  })
  const found = read.flatMap(({ column }) => column ?? [])
  if (found.length === 0) throw new NotImportable('no table')
  const twice = read.find(({ column }, i) => column && read.findIndex((one) => one.column === column) !== i)
  if (twice) throw new NotImportable('twice', { columns: [twice.heading] })
  return read
}

export const missingFrom = (headings: readonly Heading[]) =>
  required.filter((name) => !headings.some(({ column }) => column === name))

/** Columns that may be misspelt. */
export const unknownIn = (headings: readonly Heading[]) =>
  headings.flatMap(({ heading, column }) => (column || heading === '' || derived.includes(heading) ? [] : heading))
