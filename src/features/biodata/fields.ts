// Contracts, tables, queries, the filter, the form, the profile page and the import are made from these rows, in their
// order. Plain data, because pages for visitors load it. docs/development.md says how to add one.

import type { AllChoices } from './options.ts'

export type Choice = keyof AllChoices
export type OptionOf<C extends Choice> = AllChoices[C][number]
export type Gender = OptionOf<'gender'>
export type Occupation = OptionOf<'occupation'>
export type Division = OptionOf<'division'>

/** Kilograms; `60kg` on the wire. */
export const weights = [30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85] as const
/** See `inchesOf`. */
export const heightParts = { feet: { least: 3, most: 11 }, inch: { least: 1, most: 12 } }
export const searchedAges = { least: 18, most: 120 }

/** Who may see the contact: policy.ts. */
export const sections = ['general', 'about', 'more', 'family', 'expects', 'contact'] as const
export type Section = (typeof sections)[number]

export type Field = {
  section: Section
  isOptional?: true
  /** Shown to everybody, and on the card. */
  onCard?: true
  /** For a birth date by age. */
  inFilter?: true
  /** Members can look for it, as for everything that has `inFilter`. */
  inFind?: true
  isWide?: true
} & (
  | { kind: 'choice'; of: Choice /** All options lie open. */; isOpen?: true }
  | { kind: 'line'; autoComplete?: 'name' }
  | { kind: 'prose'; most: number }
  | { kind: 'number'; least: number; most: number }
  /** Feet and inch in the form and on the wire, inches in the database. */
  | { kind: 'height'; feet: string; inch: string }
  | { kind: 'day' | 'weight' | 'phone' | 'link' }
)

const rows = {
  gender: {
    section: 'general',
    kind: 'choice',
    of: 'gender',
    isOpen: true,
    onCard: true,
    inFilter: true,
    isWide: true,
  },
  maritalStatus: {
    section: 'general',
    kind: 'choice',
    of: 'maritalStatus',
    isOptional: true,
    inFilter: true,
    isWide: true,
  },
  birth: { section: 'general', kind: 'day', inFilter: true },
  height: { section: 'general', kind: 'height', inFind: true, feet: 'feet', inch: 'inch' },
  skinColor: { section: 'general', kind: 'choice', of: 'skinColor' },
  weight: { section: 'general', kind: 'weight', inFind: true },
  division: { section: 'general', kind: 'choice', of: 'division', onCard: true, inFilter: true },
  presentDivision: { section: 'general', kind: 'choice', of: 'division', inFind: true },
  name: { section: 'about', kind: 'line', autoComplete: 'name' },
  nameInOtherScript: { section: 'about', kind: 'line', isOptional: true },
  occupation: { section: 'about', kind: 'choice', of: 'occupation', onCard: true, inFind: true },
  district: { section: 'more', kind: 'choice', of: 'district', isOptional: true, inFind: true },
  education: { section: 'more', kind: 'choice', of: 'education', isOptional: true, inFind: true },
  institution: { section: 'more', kind: 'line', isOptional: true },
  profession: { section: 'more', kind: 'line', isOptional: true },
  religion: { section: 'more', kind: 'choice', of: 'religion', isOptional: true, inFind: true },
  practice: { section: 'more', kind: 'choice', of: 'practice', isOptional: true, inFind: true },
  children: { section: 'more', kind: 'choice', of: 'children', isOptional: true, inFind: true, isWide: true },
  aboutMe: { section: 'more', kind: 'prose', most: 1000, isOptional: true, isWide: true },
  fatherName: { section: 'family', kind: 'line' },
  motherName: { section: 'family', kind: 'line' },
  fatherOccupation: { section: 'family', kind: 'line', isOptional: true },
  motherOccupation: { section: 'family', kind: 'line', isOptional: true },
  siblings: { section: 'family', kind: 'line', isOptional: true, isWide: true },
  partnerAge: { section: 'expects', kind: 'number', least: 18, most: 99 },
  partnerHeight: { section: 'expects', kind: 'height', feet: 'partnerFeet', inch: 'partnerInch' },
  partnerWeight: { section: 'expects', kind: 'weight' },
  phone: { section: 'contact', kind: 'phone' },
  income: { section: 'contact', kind: 'choice', of: 'income', isOptional: true, isWide: true },
  photoUrl: { section: 'contact', kind: 'link', isOptional: true, isWide: true },
} as const satisfies Record<string, Field>

type Rows = typeof rows
export type FieldName = keyof Rows
type Named<Says> = { [N in FieldName]: Rows[N] extends Says ? N : never }[FieldName]
type OptionalField = Named<{ isOptional: true }>
export type CardField = Named<{ onCard: true; kind: 'choice' }>
type FilterField = Named<{ inFilter: true }>
export type FindField = FilterField | Named<{ inFind: true }>
export type FindChoice = FindField & Named<{ kind: 'choice' }>
export type ChoiceFilter = Named<{ inFilter: true; kind: 'choice' }>
export type DayField = Named<{ kind: 'day' }>
export type ContactField = Named<{ section: 'contact' }>
export type OpenField = Exclude<FieldName, ContactField>

type ValueOf<N extends FieldName> = Rows[N] extends { of: infer C extends Choice }
  ? OptionOf<C>
  : Rows[N] extends { kind: 'number' | 'weight' | 'height' }
    ? number
    : string
/** A biodata as the database has it: days as `YYYY-MM-DD`, inches, kilograms, E.164. */
export type Columns = { [N in FieldName]: ValueOf<N> | (N extends OptionalField ? null : never) }

/** What is filled in: a height is two inputs. */
type InputName = { [N in FieldName]: Rows[N] extends { feet: infer F; inch: infer I } ? F | I : N }[FieldName]
type RequiredInput = Exclude<InputName, OptionalField>
export type RequiredField = Exclude<FieldName, OptionalField>
export type BiodataForm = { [I in RequiredInput]: I extends FieldName ? ValueOf<I> : number } & {
  [N in OptionalField]?: ValueOf<N> | undefined
}

export const fields: {
  [N in FieldName]: Field & { kind: Rows[N]['kind'] } & (Rows[N] extends { of: infer C } ? { of: C } : unknown)
} = rows
export const fieldNames = Object.keys(rows) as FieldName[]
const namesWhere = <N extends FieldName>(holds: (field: Field) => boolean) =>
  fieldNames.filter((name): name is N => holds(fields[name]))

export const cardFields = namesWhere<CardField>(({ onCard }) => !!onCard)
export const filterFields = namesWhere<FilterField>(({ inFilter }) => !!inFilter)
/** What was added to the specification is optional. */
export const openFilters = namesWhere<FilterField>(({ inFilter, isOptional }) => !!inFilter && !isOptional)
export const choiceFilters = namesWhere<ChoiceFilter>(({ inFilter, kind }) => !!inFilter && kind === 'choice')
export const contactFields = namesWhere<ContactField>(({ section }) => section === 'contact')
/** What every member may read. */
export const openFields = namesWhere<OpenField>(({ section }) => section !== 'contact')

export const openTexts = namesWhere<OpenField & Named<{ kind: 'line' | 'prose' }>>(
  ({ section, kind }) => section !== 'contact' && (kind === 'line' || kind === 'prose'),
)

export const inputsOf = (name: FieldName) => {
  const field = fields[name]
  return (field.kind === 'height' ? [field.feet, field.inch] : [name]) as InputName[]
}

export type Entry = readonly [name: string, value: unknown]
/** For an object whose type the compiler cannot work out. */
export const fromEntries = <T>(entries: Entry[]) => Object.fromEntries(entries) as T

export const requiredFields = fieldNames.filter((name): name is RequiredField => !fields[name].isOptional)
