import * as z from 'zod/mini'
import { consentFields } from '#src/features/consents/contract.ts'
import { contactsFor } from '#src/features/contact-requests/policy.ts'
import { endpoint } from '#src/platform/http/contract.ts'
import { asPerson, type Decoded, Id, line, OwnEmail, renamed } from '#src/platform/schemas/fields.ts'
import { bioDataId, wholeNumber } from '#src/platform/http/paging.ts'
import { text } from '#src/platform/schemas/text.ts'
import { namesContact } from '#src/platform/named-contact.ts'
import { isHttpsLink, longestLink } from '#src/features/users/policy.ts'
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
} from './fields.ts'
import { Fit, QuotedFit } from '#src/features/matching/contract.ts'
import {
  ends,
  importances,
  matters,
  numberWishes,
  optionsOf,
  setWishes,
  type WishForm,
  type WishSecrecy,
  wishLimits,
  wishNames,
} from '#src/features/matching/policy.ts'
import { allChoices } from './more-options.ts'
import { parsePhone } from './policy.ts'
import { Birth, Weight } from './wire-values.ts'

/** All that a person fills in. */
export type FullForm = BiodataForm & WishForm & WishSecrecy

// Apart from contract.ts, because the pages for visitors need none of this and load on slow lines.

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

/** A boolean, or a word for it as a form and a spreadsheet have it; empty is not said. */
const Switch = z.codec(
  z.optional(z.union([z.boolean(), z.enum(['', 'true', 'false'])], 'must be true or false')),
  z.optional(z.boolean()),
  {
    decode: (sent) => (sent === undefined || sent === '' ? undefined : String(sent) === 'true'),
    encode: (is) => is,
  },
)
/** Whether these are kept private. */
export const wishSecrecy = { partnerWishesPrivate: Switch }

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
  /** Those that are shown; of one's own all. */
  ...wishFields,
  ...cardSchemas,
  /** Only for the owner, as the next two: who sees the contact while others find the biodata. */
  premiumStatus: z.optional(PremiumStatus),
  contactFor: z.optional(z.enum(contactsFor)),
  isPublished: z.optional(z.boolean()),
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
/** One's own, with all wishes, and who else reads them. */
export type OwnProfile = Profile & WishSecrecy

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
  output: renamed({ email: z.optional(z.string()), ...contactSchemas }, wireNames),
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
  summary: 'The public number of a biodata, which is all that a link to it tells people who are not signed in.',
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
  output: z.nullable(renamed({ ...profileFields, ...wishSecrecy }, wireNames)),
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
      ...wishSecrecy,
      ...asPerson,
      /**
       * What the form has asked and was answered yes, and who is to see the contact: as it was, or `checked` at first,
       * where nothing is said. A client of the specification has asked nothing.
       */
      consent: z.optional(
        z.object({
          ...consentFields,
          contactFor: z.optional(z.enum(contactsFor, 'must be checked or nobody')),
        }),
      ),
    },
    wireNames,
  ),
  output: z.object({ modifiedCount: z.int() }),
  problems: ['conflict'],
})
