import * as z from 'zod/mini'
import { columnsOf, wishColumnsOf } from '#src/features/biodata/index.server.ts'
import {
  allChoices,
  type Columns,
  ends,
  type FieldName,
  fields,
  type Gender,
  heightParts,
  liesIn,
  reversedIn,
  type WishColumns,
  type WishSecrecy,
} from '#src/features/biodata/index.ts'
import { isOfLegalAge } from '#src/features/biodata/policy.ts'
import { differInScript } from '#src/platform/name-spellings.ts'
import type { SheetRow } from '#src/platform/spreadsheets/sheet.ts'
import { type Column, type Heading, taken } from './headings.server.ts'
import type { RowProblem } from './policy.ts'

export type Person = { row: number; email: string; biodata: Columns & WishColumns & WishSecrecy }

export type Rules = { today: string; legalAge: Record<Gender, number> }

/** What a row says, by our names. */
export type Line = Partial<Record<Column, string>>

/** `message` is for the command line and begins with the file's own heading. */
type Found = RowProblem & { message: string }

const LineSchema = z.object(taken)
/** By the headings of a file, with its columns alone: most of the others are wishes, and each would be read as empty. */
const schemas = new WeakMap<readonly Heading[], typeof LineSchema>()

function schemaFor(headings: readonly Heading[]) {
  const known = schemas.get(headings)
  if (known) return known
  const there = Object.entries(taken).filter(([name]) => headings.some(({ column }) => column === name))
  const schema = z.object(Object.fromEntries(there)) as unknown as typeof LineSchema
  schemas.set(headings, schema)
  return schema
}

/** @returns undefined for a row that only looks empty, as spreadsheets have them at their end */
export function lineOf(headings: readonly Heading[], read: SheetRow): { line: Line; problems: Found[] } | undefined {
  if ('problem' in read) return { line: {}, problems: [{ kind: read.problem, message: unreadable[read.problem] }] }
  const { cells } = read
  if (cells.every((cell) => cell.trim() === '')) return undefined
  const line: Line = {}
  for (const [i, { column }] of headings.entries())
    if (column) line[column] = tidied(column, (cells[i] ?? '').trim().replace(guard, ''))
  tidyHeight(line, 'feet', 'inch')
  tidyHeight(line, 'partnerFeet', 'partnerInch')
  if (cells.length !== headings.length) {
    const message = `has ${cells.length} cells, but the first line has ${headings.length}`
    return { line, problems: [{ kind: 'cells', message }] }
  }
  const garbled = headings.filter((_, i) => cells[i]!.includes('\uFFFD'))
  const message = `${garbled.map(({ heading }) => heading).join(', ')}: is not valid UTF-8`
  return { line, problems: garbled.length > 0 ? [{ kind: 'encoding', field: garbled[0]!.column, message }] : [] }
}

/** What our own files put before a formula. */
const guard = /^'(?=[=+\-@＝＋－＠])/

const unreadable = {
  endless: 'is longer than a megabyte',
  quotation: 'a quotation mark is in the wrong place or never closed',
}

const fieldOf = (column: string) => (Object.hasOwn(fields, column) ? fields[column as FieldName] : undefined)

/** Spreadsheets have a weight as a number, and options in capital or small letters. */
function tidied(column: Column, cell: string) {
  const field = fieldOf(column)
  if (field?.kind === 'weight' && /^\d+$/.test(cell)) return `${cell}kg`
  if (field?.kind !== 'choice') return cell
  return allChoices[field.of].find((option) => option.toLowerCase() === cell.toLowerCase()) ?? cell
}

/** Exactly five feet are 4 ft 12 in here (`heightParts`), and 5 ft 0 in everywhere else. */
function tidyHeight(line: Line, feet: Column, inch: Column) {
  if (line[inch] !== '0' || !(Number(line[feet]) > heightParts.feet.least)) return
  line[feet] = String(Number(line[feet]) - 1)
  line[inch] = String(heightParts.inch.most)
}

export function personOf(headings: readonly Heading[], row: number, line: Line, rules: Rules): Person | Found[] {
  const headingOf = (column: string) => headings.find((one) => one.column === column)?.heading ?? column
  const problem = (kind: RowProblem['kind'], column: string, message: string): Found => ({
    kind,
    field: column,
    value: line[column as Column],
    message: `${headingOf(column)}: ${message}`,
  })
  const read = z.safeDecode(schemaFor(headings), line as never)
  if (!read.success)
    return read.error.issues.map(({ path, message }) =>
      problem(kindOf(String(path[0]), line), String(path[0]), message),
    )
  const { email, ...form } = read.data
  if (!isOfLegalAge(form.gender, form.birth, rules.today, rules.legalAge))
    return [problem('age', 'birth', `The legal age of marriage is ${rules.legalAge[form.gender]}.`)]
  const reversed = reversedIn(form)
  if (reversed) {
    const [from, to] = ends(reversed)
    return [problem('reversed', from, `must not be above ${headingOf(to)}`)]
  }
  if (!liesIn(form.district, form.division))
    return [problem('district', 'district', `${form.district} does not lie in ${form.division}`)]
  if (!differInScript(form))
    return [problem('script', 'nameInOtherScript', 'must be in the other script than the name')]
  return { row, email, biodata: { ...columnsOf(form), ...wishColumnsOf(form) } }
}

function kindOf(column: string, line: Line) {
  if (!line[column as Column]) return 'missing'
  return fieldOf(column)?.kind === 'choice' ? 'option' : 'invalid'
}
