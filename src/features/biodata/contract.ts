import * as z from 'zod/mini'
import { endpoint, pagedEndpoint } from '#src/platform/http/contract.ts'
import { type Decoded, Id, renamed } from '#src/platform/schemas/fields.ts'
import { pageInput, wholeNumber } from '#src/platform/http/paging.ts'
import { premiumStatuses } from '#src/features/premium/policy.ts'
import { Premium } from '#src/features/users/contract.ts'
import { choices } from './options.ts'
import {
  type CardField,
  type ChoiceFilter,
  type Columns,
  cardFields,
  type Entry,
  fields,
  filterFields,
  fromEntries,
  searchedAges,
} from './fields.ts'

export type { Division, Gender, Occupation } from './fields.ts'
export const { gender: genders, division: divisions } = choices

/** The specification's names, where they differ from ours. */
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
  isFavourite: 'isFavorite',
} as const

export const PremiumStatus = z.enum(premiumStatuses)

/** Schemas made from the table of fields, whose values the compiler cannot read out of them. */
export type Schemas<Values> = { [Name in keyof Values]-?: z.ZodMiniType<Values[Name]> }

/** One of the options of a choice. */
export const choice = (options: readonly string[]) => z.enum(options, `must be one of: ${options.join(', ')}`)

/** Something that may be left out; the empty text of a form leaves it out, too. */
export const orNone = <T extends z.core.$ZodType>(schema: T) =>
  z.codec(
    z.optional(z.union([z.literal(''), schema], 'is not one of the options')),
    z.optional(z.custom<z.output<T>>()),
    {
      decode: (value) => (value === '' ? undefined : (value as z.output<T>)),
      encode: (value) => value as never,
    },
  )

const cardChoices = fromEntries<Schemas<Pick<Columns, CardField>>>(
  cardFields.map((name) => [name, choice(choices[fields[name].of])]),
)
export const cardSchemas = { id: Id, number: z.int(), ...cardChoices, age: z.int(), premium: Premium }
/** What anybody may know of a person (REQUIREMENTS B5): no name, no parents, no contact. */
export const Card = renamed(cardSchemas, wireNames)
export type Card = Decoded<typeof cardSchemas>

/** For administrators also who it is, so that a bureau can find a person. */
const listedFields = {
  ...cardSchemas,
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  premiumStatus: z.optional(PremiumStatus),
  userId: z.optional(Id),
}
const Listed = renamed(listedFields, wireNames)
export type Listed = Decoded<typeof listedFields>

/** What a list is narrowed down to; absent is any. */
export type Filter = { [N in ChoiceFilter]?: Columns[N] | undefined } & {
  minAge?: number | undefined
  maxAge?: number | undefined
}
const age = orNone(wholeNumber(searchedAges.least, searchedAges.most))
/** In the order of the form. */
const filterSchemas = fromEntries<Schemas<Filter>>(
  filterFields.flatMap((name): Entry[] => {
    const field = fields[name]
    if (field.kind === 'choice') return [[name, orNone(choice(choices[field.of]))]]
    return [
      ['minAge', age],
      ['maxAge', age],
    ]
  }),
)

export const browse = pagedEndpoint({
  method: 'GET',
  path: '/bioData-filter',
  summary: 'Biodata cards that match the filters, newest first.',
  access: 'visitor',
  input: renamed({ ...filterSchemas, ...pageInput }, wireNames),
  output: z.array(Card),
  isList: true,
  isSameForVisitors: true,
  problems: ['too-fast'],
})

export const listAll = pagedEndpoint({
  method: 'GET',
  path: '/allBioData',
  summary: 'All biodata cards by number; for administrators with name and email.',
  access: 'visitor',
  input: z.object(pageInput),
  output: z.array(Listed),
  showsEmails: { list: 'biodata' },
  isList: true,
  isSameForVisitors: true,
  problems: ['too-fast'],
})

export const premiumMembers = endpoint({
  method: 'GET',
  path: '/premium-bioData',
  summary: 'The first six premium biodata by number.',
  access: 'visitor',
  input: z.object({}),
  output: z.array(Card),
  isSameForVisitors: true,
})

export const countBiodata = endpoint({
  method: 'GET',
  path: '/BioDataCount',
  summary: 'How many women and men have a biodata.',
  access: 'visitor',
  input: z.object({}),
  output: z.object({ femaleCount: z.int(), maleCount: z.int() }),
  isSameForVisitors: true,
})

export const similar = endpoint({
  method: 'GET',
  path: '/bioData/:id/similar',
  summary: 'Up to three other cards of the same gender.',
  access: 'member',
  input: renamed({ id: Id }, {}),
  output: z.array(Card),
  isList: true,
  problems: ['not-found', 'too-fast'],
})
