import * as z from 'zod/mini'
import { Consent } from '#src/consents/contract.ts'
import { inBangladesh } from '#src/platform/clock.ts'
import { endpoint } from '#src/platform/http/contract.ts'
import { asPerson, type Decoded, Id, line, OwnEmail, renamed } from '#src/platform/http/fields.ts'
import { bioDataId, wholeNumber } from '#src/platform/http/paging.ts'
import { text } from '#src/platform/http/text.ts'
import { isHttpsLink, longestLink } from '#src/users/policy.ts'
import { cardSchemas, choice, orNone, PremiumStatus, type Schemas, wireNames } from './contract.ts'
import {
  type BiodataForm,
  type ContactField,
  contactFields,
  type Entry,
  type Field,
  type FieldName,
  fieldNames,
  fields,
  fromEntries,
  heightParts,
  inputsOf,
  openFields,
  weights,
} from './fields.ts'
import { Fit, QuotedFit } from './fit/contract.ts'
import {
  ends,
  importances,
  matters,
  numberWishes,
  optionsOf,
  setWishes,
  type WishForm,
  wishLimits,
  wishNames,
} from './fit/policy.ts'
import { allChoices } from './more-choices.ts'
import { namesContact, parsePhone } from './policy.ts'

/** All that a person fills in. */
export type FullForm = BiodataForm & WishForm

// Apart from contract.ts, because the pages for visitors need none of this and load on slow lines.

/** '60kg' on the wire, 60 to us. */
const Weight = z.codec(
  z.enum(
    weights.map((kg) => `${kg}kg` as const),
    'must be 30kg to 85kg in steps of 5kg',
  ),
  z.number(),
  {
    decode: (text) => Number.parseInt(text, 10),
    encode: (kg) => `${kg}kg` as `${(typeof weights)[number]}kg`,
  },
)

/**
 * A calendar day. Date pickers send a moment; the day it falls on in Bangladesh is meant. A moment without a zone is
 * the picker's own, so its day is the one it says.
 */
const Birth = z.codec(
  z.string('Date of birth not filled up.').check(z.minLength(1, 'Date of birth not filled up.')),
  z.iso
    .date('must be a real date, like 2001-05-31')
    .check(z.refine((day) => day > '1900-01-01', 'must be later than 1900')),
  {
    decode: (text, context) => {
      const [, day, zone] = text.match(/^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?$/) ?? []
      if (!day) return text
      if (Number.isNaN(Date.parse(text))) {
        context.issues.push({ code: 'custom', message: 'must be a real date, like 2001-05-31', input: text })
        return z.NEVER
      }
      return zone ? inBangladesh(text).day : day
    },
    encode: (day) => day,
  },
)

const Phone = z.string('must be a mobile number, like 01712 345678').check(
  z.overwrite((text) => parsePhone(text) ?? ''),
  z.regex(/^\+[1-9]\d{7,14}$/, 'must be a mobile number, like 01712 345678'),
)

const notALink = 'must be a link that starts with https://'
/** A link that is shown, never fetched (REQUIREMENTS E6). */
const Link = z
  .string(notALink)
  .check(z.maxLength(longestLink, 'must have at most 2,048 characters'), z.refine(isHttpsLink, notALink))

const between = ({ least, most }: { least: number; most: number }) => wholeNumber(least, most)

/** What everybody reads must not say what is only shown to some. */
const withoutContact = z.refine<string>(
  (text) => !namesContact(text),
  'must not contain phone numbers, email addresses or links',
)

const schemas = { line: line(100, 'must be filled in'), day: Birth, weight: Weight, phone: Phone, link: Link }

/** What the inputs of a field send, and what is answered of them. */
function schemasOf(field: Field): z.ZodMiniType[] {
  if (field.kind === 'choice') return [choice(allChoices[field.of])]
  if (field.kind === 'number') return [between(field)]
  if (field.kind === 'prose') return [text(field.most)]
  if (field.kind === 'height') return [between(heightParts.feet), between(heightParts.inch)]
  return [schemas[field.kind]]
}

/** The same as they are taken: what stands there since before this rule is shown all the same. */
const takenOf = (field: Field) =>
  field.kind === 'line' || field.kind === 'prose'
    ? schemasOf(field).map((schema) => schema.check(withoutContact as never))
    : schemasOf(field)

const inputSchemas = <Values>(names: FieldName[], schemasIn: typeof schemasOf) =>
  fromEntries<Schemas<Values>>(
    names.flatMap((name) => {
      const field = fields[name]
      const schemas = schemasIn(field)
      return inputsOf(name).map(
        (input, part): Entry => [input, field.isOptional ? orNone(schemas[part]!) : schemas[part]],
      )
    }),
  )

/** Every field a person fills in, by our names. */
export const biodataFields = inputSchemas<BiodataForm>(fieldNames, takenOf)

const named = (sent: string | string[]) =>
  [...new Set([sent].flat().flatMap((text) => text.split(';')))].map((one) => one.trim()).filter((one) => one !== '')

/** Several options: as a list, or with `;` between them as in a spreadsheet; none are left out. */
function several(options: readonly string[]) {
  const wrong = `must be among: ${options.join(', ')}`
  const sent = z.union([z.string(), z.array(z.string())], wrong)
  return z.codec(
    z.optional(sent.check(z.refine((sent) => named(sent).every((one) => options.includes(one)), wrong))),
    z.optional(z.custom<string[]>()),
    {
      decode: (sent) => {
        const chosen = named(sent ?? '')
        return chosen.length > 0 ? chosen : undefined
      },
      encode: (chosen) => chosen,
    },
  )
}

/** What is wished beside the specification's numbers. */
export const wishFields = fromEntries<Schemas<WishForm>>([
  ...numberWishes.flatMap((wish) => ends(wish).map((end): Entry => [end, orNone(between(wishLimits[wish]))])),
  ...setWishes.map((wish): Entry => [wish, several(optionsOf(wish))]),
  ...wishNames.map((wish): Entry => [matters(wish), orNone(choice(importances))]),
])

/** What the caller gets of the contact, see contactVisibility. */
const visibilities = ['own', 'shown', 'pending', 'withheld', 'closed'] as const
/**
 * `available`: shown by `POST /bioData/:id/contact`. `limited`: a premium member has seen as many contacts as 24 hours have
 * room for; this one opens at `contactFrom`.
 */
const onPress = ['available', 'limited'] as const

const contactSchemas = fromEntries<Schemas<Partial<Pick<BiodataForm, ContactField>>>>(
  contactFields.map((name) => {
    const field = fields[name]
    return [name, z.optional(field.kind === 'choice' ? choice(allChoices[field.of]) : z.string())]
  }),
)

const profileFields = {
  ...inputSchemas<Omit<BiodataForm, ContactField>>(openFields, schemasOf),
  ...cardSchemas,
  /** Only for the owner. */
  premiumStatus: z.optional(PremiumStatus),
  contact: z.optional(z.enum([...visibilities, ...onPress])),
  contactFrom: z.optional(z.string()),
  /** How many more people's contacts a premium member can see within 24 hours, from the last ten on. */
  contactsLeft: z.optional(z.int()),
  /** How many more profiles the caller can read for now, from the last ten on. */
  profilesLeft: z.optional(z.int()),
  /** Whether the caller has marked it; absent of one's own. */
  isFavourite: z.optional(z.boolean()),
  /** How both fit: null where the caller has no biodata, absent where there is nothing to compare. */
  fit: z.optional(z.nullable(QuotedFit)),
  /** Absent unless `contact` is `shown` or `own`. */
  email: z.optional(z.string()),
  ...contactSchemas,
}
const Profile = renamed(profileFields, wireNames)
export type Profile = Decoded<typeof profileFields>
/** One's own, with what nobody else reads. */
export type OwnProfile = Profile & WishForm

export const viewProfile = endpoint({
  method: 'GET',
  path: '/bioData/:id',
  summary:
    'One biodata; contact information only for those entitled to it. So many in an hour and in a day. With `contact=later` premium members and administrators get it without the contact, which is then neither recorded nor counted.',
  access: 'member',
  input: renamed({ id: Id, contact: z.optional(z.enum(['later'], 'must be later')) }, {}),
  output: Profile,
  problems: ['not-found', 'too-fast'],
})

export const showContact = endpoint({
  method: 'POST',
  path: '/bioData/:id/contact',
  summary:
    'Shows the contact of a biodata to those entitled to it; recorded, and counted for premium members. An administrator who has seen 30 in an hour gives the password again.',
  access: 'member',
  input: renamed({ id: Id }, {}),
  output: renamed({ email: z.string(), ...contactSchemas }, wireNames),
  problems: ['forbidden', 'not-found', 'too-fast'],
})

/** What somebody who is about to pay may know: whom for, and whether there is anything to pay for. */
const numberedCardSchemas = {
  ...cardSchemas,
  contact: z.enum([...visibilities, ...onPress]),
  contactFrom: z.optional(z.string()),
  fit: z.optional(z.nullable(Fit)),
}
export type NumberedCard = Decoded<typeof numberedCardSchemas>

export const viewCard = endpoint({
  method: 'GET',
  path: '/bioData-card/:bioDataId',
  summary:
    'The card with this number and what the caller gets of its contact, or null. It counts as reading the profile.',
  access: 'member',
  input: z.object({ bioDataId }),
  output: z.nullable(renamed(numberedCardSchemas, wireNames)),
  isList: true,
  problems: ['too-fast'],
})

export const numberOf = endpoint({
  method: 'GET',
  path: '/bioData/:id/number',
  summary: 'The public number of a biodata, which is all that a link to it tells whoever is not signed in.',
  access: 'visitor',
  input: renamed({ id: Id }, {}),
  output: renamed({ number: z.int() }, wireNames),
  problems: ['not-found'],
})

export const viewOwn = endpoint({
  method: 'GET',
  path: '/viewBioData',
  summary: "The caller's own biodata, or null.",
  access: 'member',
  self: { input: 'email', orAdmin: true },
  input: z.object({ email: z.optional(OwnEmail) }),
  output: z.nullable(renamed({ ...profileFields, ...wishFields }, wireNames)),
})

export const save = endpoint({
  method: 'PATCH',
  path: '/bioData',
  summary: "Creates or changes the caller's own biodata.",
  access: 'member',
  self: { input: 'email' },
  input: renamed(
    {
      ...biodataFields,
      ...wishFields,
      ...asPerson,
      /** What the form has asked and was answered yes; a client of the specification has asked nothing. */
      consent: z.optional(Consent),
    },
    wireNames,
  ),
  output: z.object({ modifiedCount: z.int() }),
  problems: ['conflict'],
})
