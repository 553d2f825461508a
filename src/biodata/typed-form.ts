import * as z from 'zod/mini'
import { latinDigits } from '#src/platform/digits.ts'
import type { FieldError } from '#src/platform/http/problem.ts'
import { check } from '#src/platform/http/schema-check.ts'
import type { AllTexts } from '#src/platform/i18n/texts.tsx'
import type { DateParts } from '#src/ui/field.tsx'
import { wireNames } from './contract.ts'
import { type BiodataForm, biodataFields, type Profile } from './profile-contract.ts'

export type FieldName = keyof typeof biodataFields

/** The edit form as it is typed: texts, the birth date in its three parts. */
export type TypedForm = Record<Exclude<FieldName, 'birth'>, string> & { birth: DateParts }

/** The form's parts and their fields, in the order in which the page shows them; an error summary follows it. */
export const parts = {
  general: ['gender', 'birth', 'feet', 'inch', 'skinColor', 'weight', 'division', 'presentDivision'],
  about: ['name', 'occupation'],
  family: ['fatherName', 'motherName'],
  expects: ['partnerAge', 'partnerFeet', 'partnerInch', 'partnerWeight'],
  contact: ['phone', 'photoUrl'],
} as const satisfies Record<string, readonly FieldName[]>
export type Part = keyof typeof parts
export const partNames = Object.keys(parts) as Part[]

export const fieldOrder: readonly FieldName[] = partNames.flatMap((name): readonly FieldName[] => parts[name])

const noDate: DateParts = { day: '', month: '', year: '' }

/** A saved biodata as it would have been typed, in the reader's digits; nothing saved yet is an empty form. */
export function typedOf(profile: Profile | null, digits: AllTexts['format']['digits']): TypedForm {
  const texts = fieldOrder.map((name) => [name, String(profile?.[name] ?? '')])
  if (!profile) return { ...Object.fromEntries(texts), birth: noDate }
  const [year = '', month = '', day = ''] = profile.birth.split('-')
  return {
    ...Object.fromEntries(texts),
    weight: `${profile.weight}kg`,
    partnerWeight: `${profile.partnerWeight}kg`,
    partnerAge: digits(profile.partnerAge),
    birth: { day: digits(Number(day)), month: digits(Number(month)), year: digits(year) },
  }
}

/** How the name of each month begins, in English and in Bangla, whose spellings differ further on. */
const months = 'jan জানু,feb ফেব,mar মার্চ,apr এপ্রি,may মে,jun জুন,jul জুল,aug আগ অগ,sep সেপ,oct অক্ট,nov নভ,dec ডিস'
  .split(',')
  .map((beginnings) => beginnings.split(' '))

function monthNumber(text: string) {
  if (!/^\p{L}[\p{L}\p{M}]+\.?$/u.test(text)) return text
  return String(months.findIndex((beginnings) => beginnings.some((one) => text.toLowerCase().startsWith(one))) + 1)
}

/**
 * What was typed as a calendar day, `YYYY-MM-DD`; the empty text when nothing was typed. The month may be a name, the
 * digits Bangla. Whether such a day exists is not looked at.
 */
export function dayOf(parts: DateParts): string {
  const clean = (text: string) => latinDigits(text.trim())
  const [day, month, year] = [clean(parts.day), monthNumber(clean(parts.month)), clean(parts.year)]
  if (day + month + year === '') return ''
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const Form = z.object(biodataFields)

export type Read =
  | { form: BiodataForm; errors?: undefined }
  | { form?: undefined; errors: Partial<Record<FieldName, string>> }

/** Checks a typed form by the contract's own rules; errors are in the reader's words. */
export function readForm(typed: TypedForm, t: AllTexts): Read {
  const wire: Record<FieldName, string> = { ...typed, birth: dayOf(typed.birth), photoUrl: typed.photoUrl.trim() }
  const read = check(Form, wire)
  if (read.success) return { form: read.data }
  const errors: Partial<Record<FieldName, string>> = {}
  for (const { path } of read.error.issues) {
    const name = path[0] as FieldName
    errors[name] ??= sayWrong(t, name, wire[name])
  }
  return { errors }
}

function sayWrong(t: AllTexts, name: FieldName, value: string) {
  const missing: Partial<Record<FieldName, string>> = t.biodata.missing
  const wrong: Partial<Record<FieldName, string>> = t.biodata.wrong
  return (value.trim() === '' ? missing[name] : wrong[name]) ?? missing[name] ?? t.errors.refused
}

/** A complaint of the server in the reader's words, and its field, if that is in the form. */
export function readComplaint(t: AllTexts, { field, code, limit }: FieldError): { name?: FieldName; text: string } {
  const name = fieldOfWire(field)
  if (!name) return { text: t.errors.refused }
  return { name, text: code === 'under-age' ? t.biodata.underAge(limit ?? 18) : sayWrong(t, name, 'not empty') }
}

/** How far one has come: which of the needed fields are empty still. What is in the others may be right or wrong. */
export function progressOf(typed: TypedForm, names = fieldOrder) {
  const needed = names.filter((name) => name !== 'photoUrl')
  const missing = needed.filter((name) => !(name === 'birth' ? dayOf(typed.birth) : typed[name].trim()))
  return { missing, needed: needed.length, filled: needed.length - missing.length }
}

const ourNames: Record<string, string> = Object.fromEntries(
  Object.entries(wireNames).map(([ours, theirs]) => [theirs, ours]),
)

/** The form's name of a field that the server complains about, or undefined when it is not in the form. */
export function fieldOfWire(wireName: string): FieldName | undefined {
  const name = ourNames[wireName] ?? wireName
  return fieldOrder.find((field) => field === name)
}
