import * as z from 'zod/mini'
import { isHttpsLink, longestLink } from '#src/features/users/policy.ts'
import { inBangladesh } from '#src/platform/clock.ts'
import { namesContact } from '#src/platform/named-contact.ts'
import { line, text, wholeNumber } from '#src/platform/schemas/fields.ts'
import { Phone } from '#src/platform/schemas/phone.ts'
import { choice, orNone, type Schemas } from './contract.ts'
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
import { allChoices } from './options.ts'
import * as wishes from './wishes.ts'

// Apart from contract.ts, because the pages for visitors need none of this and load on slow lines.

const Weight = z.codec(
  z.enum(
    weights.map((kg) => `${kg}kg` as const),
    'must be 30kg to 85kg in steps of 5kg',
  ),
  z.number(),
  { decode: (text) => Number.parseInt(text, 10), encode: (kg) => `${kg}kg` as `${(typeof weights)[number]}kg` },
)

/** Date pickers send a moment: its day in Bangladesh is meant, or the day it says if it has no zone. */
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

const schemas = { line: line(100), day: Birth, weight: Weight, phone: Phone, link: Link }

function schemasOf(field: Field): z.ZodMiniType[] {
  if (field.kind === 'choice') return [choice(allChoices[field.of])]
  if (field.kind === 'number') return [between(field)]
  if (field.kind === 'prose') return [text(field.most)]
  if (field.kind === 'height') return [between(heightParts.feet), between(heightParts.inch)]
  return [schemas[field.kind]]
}

/** For input only: texts from before this rule are shown all the same. */
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

export const biodataFields = inputSchemas<BiodataForm>(fieldNames, takenOf)
/** For answers: what every member reads, and what is shown to some. */
export const openSchemas = inputSchemas<Omit<BiodataForm, ContactField>>(openFields, schemasOf)
export const contactSchemas = fromEntries<Schemas<Partial<Pick<BiodataForm, ContactField>>>>(
  contactFields.map((name) => {
    const field = fields[name]
    return [name, z.optional(field.kind === 'choice' ? choice(allChoices[field.of]) : z.string())]
  }),
)

const named = (sent: string | string[]) =>
  [...new Set([sent].flat().flatMap((text) => text.split(';')))].map((one) => one.trim()).filter((one) => one !== '')

/** A list, or a text with `;` between the options as in a spreadsheet; empty is undefined. */
function several(options: readonly string[]) {
  const wrong = `must be among: ${options.join(', ')}`
  const sent = z.union([z.string(), z.array(z.string())], wrong)
  return z.codec(
    z.optional(sent.check(z.refine((sent) => named(sent).every((one) => options.includes(one)), wrong))),
    z.optional(z.custom<string[]>()),
    {
      decode(sent) {
        const chosen = named(sent ?? '')
        return chosen.length > 0 ? chosen : undefined
      },
      encode: (chosen) => chosen,
    },
  )
}

export const wishFields = fromEntries<Schemas<wishes.WishForm>>([
  ...wishes.numberWishes.flatMap((wish) =>
    wishes.ends(wish).map((end): Entry => [end, orNone(between(wishes.wishLimits[wish]))]),
  ),
  ...wishes.setWishes.map((wish): Entry => [wish, several(wishes.wishOptions(wish))]),
  ...wishes.wishNames.map((wish): Entry => [wishes.matters(wish), orNone(choice(wishes.importances))]),
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
export const wishSecrecy = { partnerWishesPrivate: Switch }

export const formFields = { ...biodataFields, ...wishFields, ...wishSecrecy }
