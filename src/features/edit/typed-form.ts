import * as z from 'zod/mini'
import { wireNames } from '#src/features/biodata/contract.ts'
import * as biodata from '#src/features/biodata/index.ts'
import type { OwnProfile } from '#src/features/profile/contract.ts'
import { latinDigits } from '#src/platform/digits.ts'
import type { FieldError } from '#src/platform/http/problem.ts'
import { namesContact } from '#src/platform/named-contact.ts'
import { check } from '#src/platform/schemas/schema-check.ts'
import type { AllTexts } from '#src/texts/texts.tsx'

export type FormInput = biodata.InputName | biodata.WishInput | keyof biodata.WishSecrecy
/** Texts, a date in its three parts, several options with `;` between them. */
export type TypedForm = { [I in FormInput]: I extends biodata.DayField ? DateParts : string }

/** Between its importance and its range stands the specification's number. */
const inputsFor = (wish: biodata.Wish): FormInput[] => [
  biodata.matters(wish),
  ...(biodata.isNumber(wish) ? [...biodata.inputsOf(wish), ...biodata.ends(wish)] : [wish as biodata.SetWish]),
]
/** In the order in which the page shows them; an error summary follows it. */
export const parts = biodata.fromEntries<Record<biodata.Section, FormInput[]>>(
  biodata.sections.map((section) => [
    section,
    section === 'expects'
      ? [...biodata.wishNames.flatMap(inputsFor), 'partnerWishesPrivate']
      : biodata.fieldNames.filter((name) => biodata.fields[name].section === section).flatMap(biodata.inputsOf),
  ]),
)
export const fieldOrder = biodata.sections.flatMap((section) => parts[section])
const kinds = biodata.fromEntries<Record<FormInput, biodata.Field['kind'] | undefined>>(
  biodata.fieldNames.flatMap((name) =>
    biodata.inputsOf(name).map((input) => [input, biodata.fields[name].kind] as const),
  ),
)
const isSet = (input: FormInput) => biodata.setWishes.some((wish) => wish === input)

type Digits = AllTexts['format']['digits']
export const dateParts = ['day', 'month', 'year'] as const
export type DateParts = Record<(typeof dateParts)[number], string>

function typeOut(name: FormInput, value: unknown, digits: Digits) {
  const kind = kinds[name]
  if (kind === 'day') {
    const [year, month, day] = String(value ?? '').split('-')
    return { day: day ? digits(Number(day)) : '', month: month ? digits(Number(month)) : '', year: digits(year!) }
  }
  // Wishes are shown, unless somebody says otherwise.
  if (name === 'partnerWishesPrivate') return String(value ?? false)
  // What matters as most things do need not be said.
  if (value === undefined || value === 'nice') return ''
  if (Array.isArray(value)) return value.join(';')
  if (biodata.ends('partnerAge').some((end) => end === name)) return digits(Number(value))
  if (kind === 'weight') return `${value}kg`
  return kind === 'number' ? digits(Number(value)) : String(value)
}

export function typedOf(profile: OwnProfile | null | undefined, digits: Digits): TypedForm {
  const saved: Record<string, unknown> = { ...profile }
  return biodata.fromEntries(fieldOrder.map((name) => [name, typeOut(name, saved[name], digits)]))
}

/** Inputs of a date are called `birth-day`, `birth-month`, `birth-year`, that of an option `partnerDivision-Dhaka`. */
export function typedIn(sent: Record<string, string>): TypedForm {
  return biodata.fromEntries(
    fieldOrder.map((name) => {
      const ticked = () => biodata.wishOptions(name as biodata.SetWish).filter((option) => sent[`${name}-${option}`])
      if (isSet(name)) return [name, ticked().join(';')]
      if (kinds[name] !== 'day') return [name, sent[name] ?? '']
      return [name, biodata.fromEntries<DateParts>(dateParts.map((part) => [part, sent[`${name}-${part}`] ?? '']))]
    }),
  )
}

/** In English and in Bangla, whose spellings differ further on. */
const months = 'jan জানু,feb ফেব,mar মার্চ,apr এপ্রি,may মে,jun জুন,jul জুল,aug আগ অগ,sep সেপ,oct অক্ট,nov নভ,dec ডিস'
  .split(',')
  .map((beginnings) => beginnings.split(' '))

function monthNumber(text: string) {
  if (!/^\p{L}[\p{L}\p{M}]+\.?$/u.test(text)) return text
  return String(months.findIndex((beginnings) => beginnings.some((one) => text.toLowerCase().startsWith(one))) + 1)
}

/** `YYYY-MM-DD`, or empty. The month may be a name, the digits Bangla. Whether such a day exists is not checked. */
export function dayOf(parts: DateParts): string {
  const clean = (text: string) => latinDigits(text.trim())
  const [day, month, year] = [clean(parts.day), monthNumber(clean(parts.month)), clean(parts.year)]
  if (day + month + year === '') return ''
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const wireText = (typed: string | DateParts) => (typeof typed === 'string' ? typed.trim() : dayOf(typed))

const Form = z.object(biodata.formFields)
const { division, district } = biodata.formFields
/** Fields that must go together, whatever is with the others. */
const Together = z.object({ ...biodata.wishFields, division: z.optional(division), district })

type Errors = Partial<Record<FormInput, string>>

/** By the contract's own rules, with errors in the reader's words. */
export function readForm(typed: TypedForm, t: AllTexts): { form?: biodata.FullForm; errors?: Errors } {
  const wire = biodata.fromEntries<Record<FormInput, string>>(fieldOrder.map((name) => [name, wireText(typed[name])]))
  const read = check(Form, wire)
  const errors: Errors = {}
  for (const { path } of read.error?.issues ?? []) {
    const name = path[0] as FormInput
    errors[name] ??= formatWrong(t, name, wire[name])
  }
  const right = check(Together, biodata.fromEntries(Object.entries(wire).filter(([name]) => !(name in errors)))).data!
  if (right.division && !biodata.liesIn(right.district, right.division)) errors.district = t.biodata.wrong.district
  const reversed = biodata.reversedIn(right)
  if (reversed) errors[biodata.ends(reversed)[0]] = t.wishes.reversed
  if (read.success && Object.keys(errors).length === 0) return { form: read.data }
  return {
    errors: biodata.fromEntries(fieldOrder.filter((name) => name in errors).map((name) => [name, errors[name]])),
  }
}

function formatWrong(t: AllTexts, name: FormInput, value: string) {
  const wish = biodata.numberWishes.find((wish) => biodata.ends(wish).some((end) => end === name))
  if (wish === 'partnerAge') return t.biodata.wrong.partnerAge
  const missing: Errors = t.biodata.missing satisfies Record<biodata.RequiredInput, string>
  const wrong: Errors = t.biodata.wrong
  if ((kinds[name] === 'line' || kinds[name] === 'prose') && namesContact(value)) return t.biodata.contactInText
  const otherwise = kinds[name] === 'line' ? t.biodata.wrongLine : t.errors.refused
  return (value === '' ? missing[name] : wrong[name]) ?? missing[name] ?? otherwise
}

export function readComplaint(t: AllTexts, { field, code, limit }: FieldError): { name?: FormInput; text: string } {
  const name = fieldOfWire(field)
  if (!name) return { text: t.errors.refused }
  if (code === 'under-age') return { name, text: t.biodata.underAge(limit ?? 18) }
  if (code === 'reversed') return { name, text: t.wishes.reversed }
  if (code === 'consent-needed') return { name, text: t.consent.missing.faith }
  return { name, text: formatWrong(t, name, 'not empty') }
}

/** Children are asked of people who were married, or have said something of them. */
export const isAsked = (name: FormInput, { maritalStatus, children }: TypedForm) =>
  name !== 'children' || children !== '' || maritalStatus === 'Divorced' || maritalStatus === 'Widowed'

/** What is in the other inputs may be right or wrong. */
export function progressOf(typed: TypedForm, names: readonly FormInput[] = fieldOrder) {
  const needed = names.filter((name) => biodata.requiredInputs.some((input) => input === name))
  const missing = needed.filter((name) => wireText(typed[name]) === '')
  return { missing, needed: needed.length, filled: needed.length - missing.length }
}

export const givenIn = (typed: TypedForm, part: biodata.Section) =>
  parts[part].filter((name) => wireText(typed[name]) !== '')

export function fieldOfWire(wireName: string) {
  const [name = wireName] = Object.entries(wireNames).find(([, theirs]) => theirs === wireName) ?? []
  return fieldOrder.find((field) => field === name)
}
