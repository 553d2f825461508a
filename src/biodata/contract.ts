import * as z from 'zod/mini'
import { endpoint, pagedEndpoint } from '#src/platform/http/contract.ts'
import { type Decoded, Id, renamed } from '#src/platform/http/fields.ts'
import { pageInput, wholeNumber } from '#src/platform/http/paging.ts'
import { Premium } from '#src/users/contract.ts'

export const genders = ['Male', 'Female'] as const
export const skinColors = ['Fair', 'Medium', 'Brown', 'Dark'] as const
export const occupations = ['Engineer', 'Doctor', 'Teacher', 'Student', 'Job', 'House wife'] as const
export const divisions = [
  'Dhaka',
  'Chattagra',
  'Rangpur',
  'Barisal',
  'Khulna',
  'Mymensingh',
  'Sylhet',
  'Rajshahi',
] as const

export type Gender = (typeof genders)[number]
export type SkinColor = (typeof skinColors)[number]
export type Occupation = (typeof occupations)[number]
export type Division = (typeof divisions)[number]

export const choice = <const T extends readonly string[]>(options: T) =>
  z.enum(options, `must be one of: ${options.join(', ')}`)

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

export const PremiumStatus = z.enum(['pending', 'approve'])

export const cardFields = {
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

const age = wholeNumber(18, 120)
/** An empty choice in a form means "any". */
const orAny = <T extends z.core.$ZodType>(schema: T) =>
  z.codec(
    z.optional(z.union([z.literal(''), schema], 'is not one of the options')),
    z.optional(z.custom<z.output<T>>()),
    {
      decode: (value) => (value === '' ? undefined : (value as z.output<T>)),
      encode: (value) => value as never,
    },
  )

const filterFields = {
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

export const similar = endpoint({
  method: 'GET',
  path: '/bioData/:id/similar',
  summary: 'Up to three other cards of the same gender.',
  access: 'member',
  input: renamed({ id: Id }, {}),
  output: z.array(Card),
  problems: ['not-found'],
})
