import {
  allChoices,
  districtsOf,
  type FieldName,
  fieldNames,
  fields,
  formatOption,
  inputsOf,
  labelsOf,
  wishes,
  wishNames,
} from '#src/features/biodata/index.ts'
import { distanceBetween } from '#src/platform/spelling.ts'
import type { AdminTexts } from '#src/texts/texts.tsx'
import type { RowProblem } from './policy.ts'

const examples: Partial<Record<string, string>> = {
  ...{ email: 'family@mail.example', birth: '1999-03-21', phone: '01711000000', weight: '55', partnerWeight: '65' },
  ...{
    feet: '5',
    inch: '3',
    partnerFeet: '5',
    partnerInch: '7',
    partnerAge: '29',
    photoUrl: 'https://photos.example/1.jpg',
  },
}

/** The field of the form that a column is about; a wish is about another. */
const fieldOf = (column: string): FieldName | undefined =>
  fieldNames.find((name) => inputsOf(name).some((input) => input === column)) ??
  wishes[wishNames.find((wish) => column.startsWith(wish))!]?.about

export function labelOf(t: AdminTexts, column: string) {
  const field = fieldOf(column)
  return field ? labelsOf(t)[field] : column === 'email' ? t.accounts.email : column
}

/** So few letters apart, one word is the other misspelt. */
const isNear = (a: string, b: string) => distanceBetween(a.toLowerCase(), b.toLowerCase()) <= 2

/** In the reader's language, and as the file has to say it where that differs. */
function optionOf(t: AdminTexts, of: Parameters<typeof formatOption>[1], option: string) {
  const label = formatOption(t, of, option)
  return label === option ? option : `${label} (${option})`
}

function hintOf(t: AdminTexts, { kind, field = '', value = '' }: RowProblem) {
  if (kind === 'encoding') return t.imports.hints.utf8
  if (/^(email|phone) /.test(kind)) return t.imports.hints.samePerson
  if (kind !== 'missing' && kind !== 'option' && kind !== 'invalid') return undefined
  const about = fieldOf(field)
  const row = about && fields[about]
  if (about === 'division' || about === 'presentDivision') {
    const found = Object.entries(districtsOf).find(([, names]) => names.some((name) => isNear(name, value)))
    const district = found?.[1].find((name) => isNear(name, value))
    if (found && district)
      return t.imports.hints.districtOf(formatOption(t, 'district', district), optionOf(t, 'division', found[0]))
  }
  if (row?.kind === 'choice') {
    const { of } = row
    const options: readonly string[] = allChoices[of]
    const near = options.filter((option) => isNear(option, value))
    return t.imports.hints.oneOf((near.length > 0 ? near : options).map((option) => optionOf(t, of, option)).join(', '))
  }
  if (examples[field]) return t.imports.hints.example(examples[field])
  return kind === 'invalid' ? t.imports.hints.plain : undefined
}

/** What is wrong with a row, in the reader's language, and what to do. `idOf` names a biodata. */
export function problemWords(t: AdminTexts, problem: RowProblem, idOf: (number: number) => string) {
  return { title: titleOf(t, problem, idOf), hint: hintOf(t, problem) }
}

function titleOf(t: AdminTexts, problem: RowProblem, idOf: (number: number) => string) {
  const { kind, field = '', value = '', other } = problem
  const says = t.imports.problems
  const label = labelOf(t, field)
  switch (kind) {
    case 'option':
    case 'invalid':
      return says[kind](label, value)
    case 'missing':
    case 'reversed':
    case 'encoding':
    case 'script':
      return says[kind](label)
    case 'district':
      return says.district(formatOption(t, 'district', value))
    case 'email twice':
    case 'phone twice':
      return says[kind](String(other))
    case 'email known':
    case 'phone known':
      return says[kind](other === undefined ? t.imports.member : idOf(other))
    default:
      return says[kind]
  }
}
