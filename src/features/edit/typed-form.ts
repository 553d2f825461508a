import * as z from 'zod/mini'
import { wireNames } from '#src/features/biodata/contract.ts'
import * as biodata from '#src/features/biodata/index.ts'
import { feetOf, inchesOf } from '#src/features/biodata/policy.ts'
import { consentInput } from '#src/features/consents/components.ts'
import type { AskedKind } from '#src/features/consents/policy.ts'
import type { OwnProfile } from '#src/features/profile/contract.ts'
import { latinDigits } from '#src/platform/digits.ts'
import type { FieldError } from '#src/platform/http/problem.ts'
import { differInScript } from '#src/platform/name-spellings.ts'
import { namesContact } from '#src/platform/named-contact.ts'
import { check } from '#src/platform/schemas/schema-check.ts'
import type { AllTexts } from '#src/texts/texts.tsx'

export type FormInput = biodata.FieldName | biodata.WishInput | keyof biodata.WishSecrecy
type ConsentInput = (typeof consentInput)[AskedKind]
/** What an error can stand beside. A consent is in no draft (REQUIREMENTS R3). */
type Place = FormInput | ConsentInput
/** Texts, a date in its three parts, a height in inches, several options with `;` between them. */
export type TypedForm = { [I in FormInput]: I extends biodata.DayField ? DateParts : string }
export type Errors = Partial<Record<Place, string>>

const inputsFor = (wish: biodata.Wish): FormInput[] => [
  ...(biodata.isNumber(wish) ? [...biodata.ends(wish), wish] : [wish as biodata.SetWish]),
  biodata.matters(wish),
]
const placesOf = (name: biodata.FieldName): Place[] => (name === 'practice' ? [name, consentInput.faith] : [name])
/** In the order in which the page shows them; an error summary follows it. */
export const parts = biodata.fromEntries<Record<biodata.Section, Place[]>>(
  biodata.sections.map((section) => {
    if (section === 'expects') return [section, [...biodata.wishNames.flatMap(inputsFor), 'partnerWishesPrivate']]
    const own = biodata.fieldNames.filter((name) => biodata.fields[name].section === section).flatMap(placesOf)
    return [section, section === 'contact' ? [...own, consentInput.publish] : own]
  }),
)
export const places = biodata.sections.flatMap((section) => parts[section])
const isConsent = (place: Place): place is ConsentInput => Object.values<Place>(consentInput).includes(place)
export const fieldOrder = places.filter((place): place is FormInput => !isConsent(place))
const kindOf = (name: FormInput) =>
  name in biodata.fields ? biodata.fields[name as biodata.FieldName].kind : undefined
const isSet = (input: FormInput) => biodata.setWishes.some((wish) => wish === input)
const numberWishOf = (name: string) =>
  biodata.numberWishes.find((wish) => wish === name || biodata.ends(wish).some((end) => end === name))

type Digits = AllTexts['format']['digits']
export const dateParts = ['day', 'month', 'year'] as const
export type DateParts = Record<(typeof dateParts)[number], string>

function typeOut(name: FormInput, saved: Record<string, unknown>, digits: Digits) {
  const kind = kindOf(name)
  const value = saved[name]
  if (kind === 'day') {
    const [year, month, day] = String(value ?? '').split('-')
    return { day: day ? digits(Number(day)) : '', month: month ? digits(Number(month)) : '', year: digits(year!) }
  }
  if (kind === 'height') {
    const [feet, inch] = biodata.inputsOf(name as biodata.FieldName).map((input) => saved[input])
    return feet === undefined ? '' : String(inchesOf(Number(feet), Number(inch)))
  }
  // Wishes are shown, unless somebody says otherwise.
  if (name === 'partnerWishesPrivate') return String(value ?? false)
  // What matters as most things do need not be said.
  if (value === undefined || value === 'nice') return ''
  if (Array.isArray(value)) return value.join(';')
  return kind === 'weight' ? `${value}kg` : String(value)
}

export function typedOf(profile: OwnProfile | null | undefined, digits: Digits): TypedForm {
  const saved: Record<string, unknown> = { ...profile }
  return biodata.fromEntries(fieldOrder.map((name) => [name, typeOut(name, saved, digits)]))
}

const unitOf = (wish: biodata.NumberWish) =>
  kindOf(wish) === 'weight' ? { suffix: 'kg', step: 5 } : { suffix: '', step: 1 }

/** The ends that a wish has where none are typed: as far around the specification's number as still meets it. */
export function endsIn(typed: TypedForm, wish: biodata.NumberWish) {
  const [from, to] = biodata.ends(wish)
  const { least, most } = biodata.wishLimits[wish]
  const number = Number.parseInt(typed[wish], 10)
  const { tolerance } = biodata.wishes[wish]
  const within = (n: number) => (typed[wish] === '' ? '' : String(Math.max(least, Math.min(most, n))))
  return [typed[from] || within(number - tolerance), typed[to] || within(number + tolerance)] as const
}

function middleOf(wish: biodata.NumberWish, from: string, to: string) {
  if (from === '' || to === '' || Number(from) > Number(to)) return ''
  const { suffix, step } = unitOf(wish)
  return `${Math.floor((Number(from) + Number(to)) / 2 / step) * step}${suffix}`
}

/**
 * With the specification's number for each range: its middle (REQUIREMENTS E7), and of private wishes what was typed
 * (R9). A range that is as it was published leaves all as it was.
 */
export function withMiddles(typed: TypedForm, published: TypedForm): TypedForm {
  const wished = biodata.numberWishes.flatMap((wish): biodata.Entry[] => {
    const [from, to] = biodata.ends(wish)
    const isSame = endsIn(published, wish).join() === [typed[from], typed[to]].join()
    const before = isSame ? published : typed
    const middle = isSame ? published[wish] : middleOf(wish, typed[from], typed[to])
    const number = typed.partnerWishesPrivate === 'true' ? typed[wish] || published[wish] || middle : middle
    return [
      [wish, number],
      [from, before[from]],
      [to, before[to]],
    ]
  })
  return { ...typed, ...Object.fromEntries(wished) }
}

const Wishes = z.object(biodata.wishFields)

/** What their people can be counted by; undefined without a gender, without a wish, and where a range is reversed. */
export function typedWishes(typed: TypedForm): (biodata.WishForm & { gender: biodata.Gender }) | undefined {
  const ranges = biodata.numberWishes.flatMap((wish) => {
    const begun = endsIn(typed, wish)
    return biodata.ends(wish).map((end, place): biodata.Entry => [end, begun[place]])
  })
  const others = biodata.wishInputs.map((input): biodata.Entry => [input, typed[input]])
  const wishes = check(Wishes, biodata.fromEntries([...others, ...ranges])).data
  const gender = biodata.allChoices.gender.find((gender) => gender === typed.gender)
  if (!wishes || !gender || biodata.reversedIn(wishes)) return undefined
  return biodata.wishNames.some((wish) => biodata.isCounted(wishes, wish)) ? { ...wishes, gender } : undefined
}

/** Inputs of a date are called `birth-day`, `birth-month`, `birth-year`, that of an option `partnerDivision-Dhaka`. */
export function typedIn(sent: Record<string, string>): TypedForm {
  return biodata.fromEntries(
    fieldOrder.map((name) => {
      const ticked = () => biodata.wishOptions(name as biodata.SetWish).filter((option) => sent[`${name}-${option}`])
      if (isSet(name)) return [name, ticked().join(';')]
      if (kindOf(name) !== 'day') return [name, sent[name] ?? '']
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

/** Under the names of the contract: a height is feet and inches there. */
function wireOf(typed: TypedForm) {
  return biodata.fromEntries<Record<string, string>>(
    fieldOrder.flatMap((name): biodata.Entry[] => {
      const text = wireText(typed[name])
      if (kindOf(name) !== 'height') return [[name, text]]
      const { feet, inch } = feetOf(Number(text))
      const [feetInput, inchInput] = biodata.inputsOf(name as biodata.FieldName)
      return [
        [feetInput!, text && String(feet)],
        [inchInput!, text && String(inch)],
      ]
    }),
  )
}
const nameOfInput = (input: unknown) =>
  biodata.fieldNames.find((name) => biodata.inputsOf(name).some((own) => own === input)) ?? (input as FormInput)

const Form = z.object(biodata.formFields)
const { division, district, name, nameInOtherScript } = biodata.formFields
/** Fields that must go together, whatever is with the others. */
const Together = z.object({
  ...biodata.wishFields,
  division: z.optional(division),
  district,
  name: z.optional(name),
  nameInOtherScript,
})

/** By the contract's own rules, with errors in the reader's words. `schema`: of a form that asks for less. */
export function readForm(typed: TypedForm, t: AllTexts, schema = Form): { form?: biodata.FullForm; errors?: Errors } {
  const wire = wireOf(typed)
  const read = check(schema, wire)
  const errors: Errors = {}
  for (const { path } of read.error?.issues ?? []) {
    const name = nameOfInput(path[0])
    errors[name] ??= formatWrong(t, name, wireText(typed[name]))
  }
  const isRight = ([name]: [string, string]) => !(nameOfInput(name) in errors)
  const right = check(Together, biodata.fromEntries(Object.entries(wire).filter(isRight))).data!
  if (right.division && !biodata.liesIn(right.district, right.division)) errors.district = t.biodata.wrong.district
  if (right.name && !differInScript({ ...right, name: right.name }))
    errors.nameInOtherScript = t.biodata.wrong.nameInOtherScript
  const reversed = biodata.reversedIn(right)
  if (reversed) errors[biodata.ends(reversed)[0]] = t.wishes.reversed
  if (typed.partnerWishesPrivate !== 'true') for (const wish of biodata.numberWishes) sayAtEnd(wish, typed, errors)
  if (read.success && Object.keys(errors).length === 0) return { form: read.data }
  return {
    errors: biodata.fromEntries(fieldOrder.filter((name) => name in errors).map((name) => [name, errors[name]])),
  }
}

/** The number is no input there: it follows from the ends. */
function sayAtEnd(wish: biodata.NumberWish, typed: TypedForm, errors: Errors) {
  const empty = biodata.ends(wish).find((end) => typed[end] === '')
  if (errors[wish] && empty) errors[empty] ??= errors[wish]
  delete errors[wish]
}

function formatWrong(t: AllTexts, name: FormInput, value: string) {
  const missing: Errors = t.biodata.missing satisfies Record<biodata.RequiredField, string>
  const wrong: Errors = t.biodata.wrong
  const kind = kindOf(name)
  if ((kind === 'line' || kind === 'prose') && namesContact(value)) return t.biodata.contactInText
  const otherwise = kind === 'line' ? t.biodata.wrongLine : t.errors.refused
  return (value === '' ? missing[name] : wrong[name]) ?? missing[numberWishOf(name) ?? name] ?? otherwise
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
export const isAsked = (name: Place, { maritalStatus, children }: TypedForm) =>
  name !== 'children' || children !== '' || maritalStatus === 'Divorced' || maritalStatus === 'Widowed'

/** What is needed of these places, and which of it is missing or wrong. A range counts once; a consent where it is asked. */
export function progressOf(errors: Errors, asked: readonly AskedKind[], among: readonly Place[] = places) {
  const consents = asked.map((what) => consentInput[what])
  const needed = [...biodata.requiredFields, ...consents].filter((place) => among.includes(place))
  const wrongIn = (place: Place) => inputsIn(place).find((input) => errors[input])
  const missing = places.filter((place) => needed.some((one) => wrongIn(one) === place))
  return { missing, needed: needed.length, filled: needed.length - missing.length }
}

function inputsIn(place: Place): Place[] {
  const wish = biodata.numberWishes.find((wish) => wish === place)
  return wish ? [...biodata.ends(wish), wish] : [place]
}

export const givenIn = (typed: TypedForm, part: biodata.Section) =>
  parts[part].filter((place): place is FormInput => !isConsent(place) && wireText(typed[place]) !== '')

export function fieldOfWire(wireName: string) {
  const [name = wireName] = Object.entries(wireNames).find(([, theirs]) => theirs === wireName) ?? []
  return fieldOrder.find((field) => field === nameOfInput(name))
}
