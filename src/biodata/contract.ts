import * as z from 'zod/mini'
import { endpoint, pagedEndpoint } from '#src/platform/http/contract.ts'
import { type Decoded, Id, line, OwnEmail, renamed } from '#src/platform/http/fields.ts'
import { pageInput, wholeNumber } from '#src/platform/http/page.ts'
import { parsePhone, weights } from './policy.ts'

export const genders = ['Male', 'Female'] as const
export const skinColors = ['Fair', 'Medium', 'Brown', 'Dark'] as const
export const occupations = ['Engineer', 'Doctor', 'Teacher', 'Student', 'Job', 'House wife'] as const
export const divisions = ['Dhaka', 'Chattagra', 'Rangpur', 'Barisal', 'Khulna', 'Mymensingh', 'Sylhet', 'Rajshahi'] as const

export type Gender = (typeof genders)[number]
export type SkinColor = (typeof skinColors)[number]
export type Occupation = (typeof occupations)[number]
export type Division = (typeof divisions)[number]

const choice = <const T extends readonly string[]>(options: T) => z.enum(options, `must be one of: ${options.join(', ')}`)

/** '60kg' on the wire, 60 to us. */
const Weight = z.codec(z.enum(weights.map((kg) => `${kg}kg` as const), 'must be 30kg to 85kg in steps of 5kg'), z.number(), {
  decode: (text) => Number.parseInt(text, 10),
  encode: (kg) => `${kg}kg` as `${(typeof weights)[number]}kg`,
})

/** A calendar day. Date pickers send a moment; the day it falls on in Bangladesh is meant. */
const Birth = z.codec(
  z.string('Date of birth not filled up.').check(z.minLength(1, 'Date of birth not filled up.')),
  z.iso.date('must be a real date, like 2001-05-31'),
  {
    decode: (text, context) => {
      if (!/^\d{4}-\d\d-\d\dT/.test(text)) return text
      const moment = new Date(text)
      if (Number.isNaN(moment.getTime())) {
        context.issues.push({ code: 'custom', message: 'must be a real date, like 2001-05-31', input: text })
        return z.NEVER
      }
      return new Date(moment.getTime() + 6 * 3_600_000).toISOString().slice(0, 10)
    },
    encode: (day) => day,
  },
)

const Phone = z.string('must be a mobile number, like 01712 345678').check(
  z.overwrite((text) => parsePhone(text) ?? text),
  z.regex(/^\+[1-9]\d{7,14}$/, 'must be a mobile number, like 01712 345678'),
)

/** A link that is shown, never fetched (REQUIREMENTS E6). No link is the empty text in a form. */
const PhotoUrl = z.codec(
  z.union([z.literal(''), z.string().check(
    z.maxLength(2048, 'must have at most 2,048 characters'),
    z.refine((text) => URL.canParse(text) && /^https:\/\/[^\s@]+$/.test(text), 'must be a link that starts with https://'),
  )], 'must be a link that starts with https://'),
  z.optional(z.string()),
  { decode: (text) => text || undefined, encode: (url) => url ?? '' },
)

/** Every field a person fills in, by our names. `wireNames` has the specification's where they differ. */
export const biodataFields = {
  name: line(100, 'must be filled in'),
  gender: choice(genders),
  photoUrl: z.optional(PhotoUrl),
  birth: Birth,
  skinColor: choice(skinColors),
  feet: wholeNumber(3, 11),
  inch: wholeNumber(1, 12),
  weight: Weight,
  occupation: choice(occupations),
  fatherName: line(100, 'must be filled in'),
  motherName: line(100, 'must be filled in'),
  division: choice(divisions),
  presentDivision: choice(divisions),
  partnerAge: wholeNumber(18, 99),
  partnerFeet: wholeNumber(3, 11),
  partnerInch: wholeNumber(1, 12),
  partnerWeight: Weight,
  phone: Phone,
}
export type BiodataForm = Decoded<typeof biodataFields>

export const wireNames = {
  id: '_id',
  number: 'bioDataId',
  gender: 'gander',
  motherName: 'matherName',
  division: 'perDivision',
  partnerFeet: 'PartnerFeet',
  partnerInch: 'PartnerInch',
  phone: 'phoneNumber',
  premium: 'type',
  premiumStatus: 'reqPremium',
} as const

/** `type: 'premium'` on the wire, absent otherwise. */
export const Premium = z.codec(z.optional(z.literal('premium')), z.boolean(), {
  decode: (type) => type === 'premium',
  encode: (premium) => (premium ? ('premium' as const) : undefined),
})

const PremiumStatus = z.enum(['pending', 'approve'])

const cardFields = {
  id: Id,
  number: z.int(),
  gender: z.enum(genders),
  age: z.int(),
  occupation: z.enum(occupations),
  division: z.enum(divisions),
  premium: Premium,
}
/** What anybody may know of a person (REQUIREMENTS B5): no name, no parents, no contact. */
export const Card = renamed(cardFields, wireNames)
export type Card = Decoded<typeof cardFields>

/** For administrators also who it is, so that a bureau can find a person. */
const listedFields = {
  ...cardFields,
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  premiumStatus: z.optional(PremiumStatus),
  userId: z.optional(Id),
}
const Listed = renamed(listedFields, wireNames)
export type Listed = Decoded<typeof listedFields>

const { photoUrl: _, phone: __, ...shownFields } = biodataFields
const profileFields = {
  ...shownFields,
  ...cardFields,
  /** Only for the owner. */
  premiumStatus: z.optional(PremiumStatus),
  /** Contact information: absent unless policy.contactVisibility says `shown`. */
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  photoUrl: z.optional(z.string()),
}
const Profile = renamed(profileFields, wireNames)
export type Profile = Decoded<typeof profileFields>

const age = wholeNumber(18, 120)
/** An empty choice in a form means "any". */
const orAny = <T extends z.core.$ZodType>(schema: T) =>
  z.codec(z.optional(z.union([z.literal(''), schema], 'is not one of the options')), z.optional(z.custom<z.output<T>>()), {
    decode: (value) => (value === '' ? undefined : (value as z.output<T>)),
    encode: (value) => value as never,
  })

export const filterFields = {
  gender: orAny(choice(genders)),
  minAge: orAny(age),
  maxAge: orAny(age),
  division: orAny(choice(divisions)),
}
export type Filter = Decoded<typeof filterFields>

export const browse = pagedEndpoint({
  method: 'GET',
  path: '/bioData-filter',
  summary: 'Biodata cards that match the filters, newest first.',
  access: 'visitor',
  input: renamed({ ...filterFields, ...pageInput }, wireNames),
  output: z.array(Card),
})

export const listAll = pagedEndpoint({
  method: 'GET',
  path: '/allBioData',
  summary: 'All biodata cards by number; for administrators with name and email.',
  access: 'visitor',
  input: z.object(pageInput),
  output: z.array(Listed),
})

export const premiumMembers = endpoint({
  method: 'GET',
  path: '/premium-bioData',
  summary: 'The first six premium biodata by number.',
  access: 'visitor',
  input: z.object({}),
  output: z.array(Card),
})

export const countBiodata = endpoint({
  method: 'GET',
  path: '/BioDataCount',
  summary: 'How many women and men have a biodata.',
  access: 'visitor',
  input: z.object({}),
  output: z.object({ femaleCount: z.int(), maleCount: z.int() }),
})

export const viewProfile = endpoint({
  method: 'GET',
  path: '/bioData/:id',
  summary: 'One biodata; contact information only for those entitled to it.',
  access: 'member',
  input: renamed({ id: Id }, {}),
  output: Profile,
  problems: ['not-found'],
})

export const similar = endpoint({
  method: 'GET',
  path: '/bioData/:id/similar',
  summary: 'Up to three other cards of the same gender.',
  access: 'member',
  input: renamed({ id: Id }, {}),
  output: z.array(Card),
  problems: ['not-found'],
})

export const viewOwn = endpoint({
  method: 'GET',
  path: '/viewBioData',
  summary: "The caller's own biodata, or null.",
  access: 'member',
  self: { input: 'email', orAdmin: true },
  input: z.object({ email: z.optional(OwnEmail) }),
  output: z.nullable(Profile),
})

export const save = endpoint({
  method: 'PATCH',
  path: '/bioData',
  summary: "Creates or changes the caller's own biodata.",
  access: 'member',
  self: { input: 'email' },
  input: renamed(biodataFields, wireNames),
  output: z.object({ modifiedCount: z.int() }),
})
