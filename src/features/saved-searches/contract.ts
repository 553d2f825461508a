import * as z from 'zod/mini'
import { cardSchemas, orNone, wireNames } from '#src/features/biodata/contract.ts'
import { memberCardSchemas } from '#src/features/matching/contract.ts'
import { Found, flag, People, type Sought, soughtIn } from '#src/features/search/contract.ts'
import { bySelf, endpoint } from '#src/platform/http/contract.ts'
import { searchOf } from '#src/platform/navigation/addresses.ts'
import { asPerson, Deleted, Id, Inserted, line, Modified, renamed } from '#src/platform/schemas/fields.ts'
import { howOften, longestName, mostCounted, mostSearches, mostShown } from './policy.ts'

export const queryOf = (sought: Sought) => searchOf(sought).slice(1)

/** Undefined where something in it is no filter, or none any more. */
export function soughtOf(query: string): Sought | undefined {
  const sought = soughtIn(new URLSearchParams(query))
  const understood = new URLSearchParams(queryOf(sought))
  const isWhole = [...new URLSearchParams(query)].every(([name, value]) => understood.getAll(name).includes(value))
  return isWhole ? sought : undefined
}

const HowOften = z.enum(howOften, `must be one of: ${howOften.join(', ')}`)
const Name = line(longestName)

const searchFields = {
  id: Id,
  /** Null where its owner never named it: pages say its filters, in the reader's language. */
  name: z.nullable(z.string()),
  /** The query of the address of the page that finds these people. */
  search: z.string(),
  howOften: HowOften,
}

export const listSearches = endpoint({
  path: '/me/searches',
  summary: "The caller's saved searches, the oldest first.",
  access: 'member',
  output: z.array(renamed(searchFields, wireNames)),
})

export const saveSearch = endpoint({
  method: 'POST',
  path: '/me/searches',
  summary: `Keeps a search: the query of an address of the page Browse Biodatas. Saving it twice is one search; there are ${mostSearches} at most.`,
  ...bySelf,
  input: z.object({
    ...asPerson,
    name: Name,
    search: z.string('must be the query of an address').check(
      z.maxLength(4000, 'must have at most 4000 characters'),
      z.refine((query) => soughtOf(query) !== undefined, 'has something in it that people are not found by'),
    ),
  }),
  output: Inserted,
  problems: ['conflict'],
})

export const changeSearch = endpoint({
  method: 'PATCH',
  path: '/me/searches/:id',
  summary: "Another name for one of the caller's saved searches, or how often it tells of new people.",
  ...bySelf,
  input: z.object({ ...asPerson, id: Id, name: z.optional(Name), howOften: orNone(HowOften) }),
  output: Modified,
})

export const removeSearch = endpoint({
  method: 'DELETE',
  path: '/me/searches/:id',
  summary: "Removes one of the caller's saved searches.",
  ...bySelf,
  input: z.object({ ...asPerson, id: Id }),
  output: Deleted,
})

const { number, gender, premium } = cardSchemas
const SearchNews = renamed(
  {
    ...searchFields,
    /** Something in it is no filter any more: then nobody is looked for. */
    isOutdated: z.boolean(),
    all: People,
    fresh: People,
    newest: z.array(renamed({ number, gender, premium }, wireNames)),
  },
  wireNames,
)
export type SearchNews = z.output<typeof SearchNews>

export const viewNews = endpoint({
  path: '/me/new-people',
  summary: `Who is new in the caller's saved searches since the last visit: the newest two, or with \`all=true\` up to ${mostShown}, and what each search finds.`,
  access: 'member',
  input: z.object({ all: orNone(flag) }),
  output: z.object({
    /** The end of the last visit; null in the first one. */
    since: z.nullable(z.string()),
    fresh: People,
    cards: z.array(Found),
    searches: z.array(SearchNews),
  }),
  isList: true,
})

export const countNews = endpoint({
  path: '/me/new-people/count',
  summary: `How many people are new in the caller's saved searches, each once; ${mostCounted} for as many and more.`,
  access: 'member',
  output: z.object({ people: z.int() }),
  isList: true,
})

export const seeNews = endpoint({
  method: 'POST',
  path: '/me/new-people/seen',
  summary: 'Nobody who is there now is new to the caller any more.',
  ...bySelf,
  input: z.object(asPerson),
  output: Modified,
})

const mostCards = 12

const Numbers = z.codec(
  z
    .string('must be numbers')
    .check(
      z.regex(
        new RegExp(`^[1-9]\\d{0,8}(,[1-9]\\d{0,8}){0,${mostCards - 1}}$`),
        `must be up to ${mostCards} numbers with commas between them`,
      ),
    ),
  z.array(z.int()),
  { decode: (text) => text.split(',').map(Number), encode: (numbers) => numbers.join() },
)

export const viewCards = endpoint({
  path: '/bioData-cards',
  summary: 'Cards by their numbers, in that order; people who are not there or not shown are left out.',
  access: 'member',
  input: z.object({ numbers: Numbers }),
  output: z.array(renamed(memberCardSchemas, wireNames)),
  isList: true,
})
