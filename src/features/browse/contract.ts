import * as z from 'zod/mini'
import { Card, cardSchemas, choice, orNone, type Schemas, wireNames } from '#src/features/biodata/contract.ts'
import {
  type ChoiceFilter,
  type Columns,
  choiceFilters,
  choices,
  fields,
  fromEntries,
  searchedAges,
} from '#src/features/biodata/index.ts'
import { premiumStatuses } from '#src/features/premium/policy.ts'
import { endpoint, pagedEndpoint, pageInput } from '#src/platform/http/contract.ts'
import { type Decoded, Id, renamed, wholeNumber } from '#src/platform/schemas/fields.ts'

/** For administrators also who it is, so that a bureau can find a person. */
const listedFields = {
  ...cardSchemas,
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  premiumStatus: z.optional(z.enum(premiumStatuses)),
  userId: z.optional(Id),
}
const Listed = renamed(listedFields, wireNames)
export type Listed = Decoded<typeof listedFields>

/** Absent is any. */
export type Filter = { [N in ChoiceFilter]?: Columns[N] | undefined } & {
  minAge?: number | undefined
  maxAge?: number | undefined
}
const age = orNone(wholeNumber(searchedAges.least, searchedAges.most))
const filterSchemas = {
  ...fromEntries<Schemas<Pick<Filter, ChoiceFilter>>>(
    choiceFilters.map((name) => [name, orNone(choice(choices[fields[name].of]))]),
  ),
  minAge: age,
  maxAge: age,
}

export const browse = pagedEndpoint({
  path: '/bioData-filter',
  summary: 'Biodata cards that match the filters, newest first.',
  access: 'visitor',
  input: renamed({ ...filterSchemas, ...pageInput }, wireNames),
  output: z.array(Card),
  isList: true,
  isSameForVisitors: true,
})

export const listAll = pagedEndpoint({
  path: '/allBioData',
  summary: 'All biodata cards by number; for administrators with name and email.',
  access: 'visitor',
  output: z.array(Listed),
  showsEmails: { list: 'biodata' },
  isList: true,
  isSameForVisitors: true,
})

export const premiumMembers = endpoint({
  path: '/premium-bioData',
  summary: 'The first six premium biodata by number.',
  access: 'visitor',
  output: z.array(Card),
  isSameForVisitors: true,
})

export const countBiodata = endpoint({
  path: '/BioDataCount',
  summary: 'How many women and men have a biodata.',
  access: 'visitor',
  output: z.object({ femaleCount: z.int(), maleCount: z.int() }),
  isSameForVisitors: true,
})

export const cardBehindLogin = endpoint({
  path: '/bioData/:id/card',
  summary: 'The card of one biodata, or null where there is none to show.',
  access: 'visitor',
  input: renamed({ id: Id }, {}),
  output: z.nullable(Card),
  isSameForVisitors: true,
})
