import * as z from 'zod/mini'
import { choice, orNone, type Schemas, wireNames } from '#src/features/biodata/contract.ts'
import {
  allChoices,
  type Columns,
  type Entry,
  type FindChoice,
  type FindField,
  fieldNames,
  fields,
  fromEntries,
  type Gender,
  wishLimits,
  wishNames,
} from '#src/features/biodata/index.ts'
import { recentDays } from '#src/features/biodata/policy.ts'
import { ages, cardsPerPage, searchIn } from '#src/features/browse/index.ts'
import { Missed, memberCardSchemas } from '#src/features/matching/contract.ts'
import { latinDigits, readNumber } from '#src/platform/digits.ts'
import { bySelf, endpoint, pagedEndpoint, pageInput } from '#src/platform/http/contract.ts'
import { asPerson, type Decoded, Modified, renamed, wholeNumber } from '#src/platform/schemas/fields.ts'

export const findFields = fieldNames.filter(
  (name): name is FindField => !!fields[name].inFilter || !!fields[name].inFind,
)

/** `confirmed`: when the biodata was last confirmed. */
export type SoughtField = FindField | 'confirmed'
export const soughtNames: readonly SoughtField[] = [...findFields, 'confirmed']

/** Absent is any. Heights in inches, weights in kilograms, `confirmed` in days. */
export type Sought = { [N in FindChoice]?: readonly NonNullable<Columns[N]>[] | undefined } & {
  [End in RangeEnd]?: number | undefined
} & { confirmed?: typeof recentDays | undefined }

export const ranges = {
  birth: ages,
  height: { ends: ['minHeight', 'maxHeight'], limits: wishLimits.partnerHeight },
  weight: { ends: ['minWeight', 'maxWeight'], limits: wishLimits.partnerWeight },
} as const
export type RangeField = keyof typeof ranges
type RangeEnd = (typeof ranges)[RangeField]['ends'][number]

export const isChoice = (name: SoughtField): name is FindChoice =>
  name !== 'confirmed' && fields[name].kind === 'choice'

export const inputsOf = (name: SoughtField): readonly (keyof Sought)[] =>
  name === 'confirmed' || isChoice(name) ? [name] : ranges[name].ends

/** A form of checkboxes sends the name once for each that is ticked. */
function severalOf(options: readonly string[]) {
  const one = z.union([z.literal(''), choice(options)])
  return z.codec(
    z.optional(z.union([one, z.array(one)], `must be among: ${options.join(', ')}`)),
    z.optional(z.custom<readonly string[]>()),
    {
      decode: (sent) => {
        const named = new Set([sent ?? []].flat().filter((option) => option !== ''))
        return named.size > 0 ? [...named] : undefined
      },
      encode: (named) => named as never,
    },
  )
}

const soughtSchemas = fromEntries<Schemas<Sought>>([
  ...findFields.flatMap((name): Entry[] => {
    if (isChoice(name)) return [[name, severalOf(allChoices[fields[name].of])]]
    const { ends, limits } = ranges[name]
    return ends.map((end) => [end, orNone(wholeNumber(limits.least, limits.most))])
  }),
  ['confirmed', orNone(wholeNumber(recentDays, recentDays))],
])

/** How many wishes of the ladder may be missed, see `ladderOf`. */
const steps = wholeNumber(0, wishNames.length)

export const orders = ['best', 'newest', 'youngest', 'oldest'] as const
export type Order = (typeof orders)[number]

export const soughtIn = (search: URLSearchParams): Sought => ({
  ...searchIn<Sought>(search, findFields, ranges),
  ...(search.get('confirmed')?.trim() === String(recentDays) && { confirmed: recentDays }),
})

/** Without `steps` as many wishes may be missed as remembered. */
export interface Listed {
  order: Order
  steps: number | undefined
  onlyNew: boolean
}
export const usual: Listed = { order: 'best', steps: undefined, onlyNew: false }
export const onlyNew: Listed = { ...usual, order: 'newest', onlyNew: true }
export const listedIn = (search: URLSearchParams): Listed => ({
  order: orders.find((order) => order === search.get('order')) ?? usual.order,
  steps: readNumber(search.get('steps') ?? '', { least: 0, most: wishNames.length }),
  onlyNew: search.get('onlyNew') === 'true',
})

export const canBeCompared = (own: { gender: Gender }, { gender }: Sought) =>
  !gender || gender.some((one) => one !== own.gender)

export function withoutField(sought: Sought, name: SoughtField): Sought {
  const inputs: readonly string[] = inputsOf(name)
  return Object.fromEntries(Object.entries(sought).filter(([input]) => !inputs.includes(input)))
}

/** Takes `nik-1042`, `NIK 1042`, `id-1042`, `১০৪২`: any prefix (`ID_PREFIX`) that begins with no digit. */
export function numberIn(typed: string): number | undefined {
  const [, digits] = /^(?:\D(?:.*\D)?)?(\d{1,9})$/su.exec(latinDigits(typed).trim()) ?? []
  return Number(digits) || undefined
}

const wish = z.enum(wishNames)
/**
 * In the order `best`, `part` says which wishes may be missed there, and in a further step; `bothWays`, how many of the
 * first part are met in all their wishes too; `missed` what this one misses.
 */
const foundSchemas = {
  ...memberCardSchemas,
  part: z.optional(
    z.object({
      mayMiss: z.array(wish),
      people: z.optional(z.int()),
      bothWays: z.optional(z.int()),
      further: z.optional(z.array(wish)),
      isRest: z.optional(z.literal(true)),
    }),
  ),
  missed: z.optional(z.array(Missed)),
  /** Since the caller's last visit. */
  isNew: z.optional(z.literal(true)),
}
export const Found = renamed(foundSchemas, wireNames)
export type Found = Decoded<typeof foundSchemas>

export const flag = z.codec(z.enum(['true', 'false'], 'must be true or false'), z.boolean(), {
  decode: (text) => text === 'true',
  encode: (is) => (is ? ('true' as const) : ('false' as const)),
})

export const find = pagedEndpoint({
  path: '/bioData-find',
  summary:
    'Biodata cards by everything that members read, several values of a choice, newest first unless `order` says otherwise. With `order=best` who fits the caller best comes first (docs/fit.md), if the caller has a biodata, and everybody else follows, the newest first; `steps` says how many wishes may be missed where few people meet all; without it what the caller has said for good holds, or all. With `onlyNew=true` only those who came since the caller was here last, of the other gender unless one is named. Without `limit` an answer is one page of cards; so many different people are found in an hour and in a day.',
  access: 'member',
  input: renamed(
    {
      ...soughtSchemas,
      order: orNone(z.enum(orders, `must be one of: ${orders.join(', ')}`)),
      steps: orNone(steps),
      onlyNew: orNone(flag),
      ...pageInput,
    },
    wireNames,
  ),
  output: z.array(Found),
  isList: cardsPerPage,
})

const ownWishesSchemas = {
  gender: choice(allChoices.gender) as z.ZodMiniType<Gender>,
  /** A number has from and to, in years, inches or kilograms; a set its options. */
  wishes: z.array(
    z.object({
      name: wish,
      from: z.optional(z.int()),
      to: z.optional(z.int()),
      wished: z.optional(z.array(z.string())),
    }),
  ),
}
export type OwnWishes = Decoded<typeof ownWishesSchemas>

export const viewOwnWishes = endpoint({
  path: '/me/wishes',
  summary: "The caller's gender, and those of their wishes that best match goes by; null without a biodata.",
  access: 'member',
  output: z.nullable(renamed(ownWishesSchemas, wireNames)),
})

export const countMatches = endpoint({
  path: '/me/matches',
  summary:
    'How many people meet all wishes of the caller that count; null without a biodata, and once lists are limited for now.',
  access: 'member',
  output: z.object({ people: z.nullable(z.int()) }),
  isList: true,
})

export const rememberSteps = endpoint({
  method: 'PATCH',
  path: '/me/steps',
  summary:
    'How many of their wishes the caller lets others miss who stand before everybody else from now on, in lists of best match without `steps`.',
  ...bySelf,
  input: z.object({ ...asPerson, steps }),
  output: Modified,
})

const peopleSchemas = { people: z.int(), isAtLeast: z.optional(z.literal(true)) }
export const People = z.object(peopleSchemas)
export type People = z.output<typeof People>
/** `mustHaves` meet the wishes that are a must; absent where that leaves all wishes or none. */
export const Meeting = z.object({ ...peopleSchemas, mustHaves: z.optional(People) })
export type Meeting = z.output<typeof Meeting>
/** `since` is null in the first visit. */
const News = z.object({ since: z.nullable(z.string()), ...peopleSchemas })

export const findNew = endpoint({
  path: '/bioData-find/new',
  summary:
    'How many of those who are looked for came since the caller was here last: of the other gender, unless one is named.',
  access: 'member',
  input: renamed(soughtSchemas, wireNames),
  output: News,
  isList: true,
})

const withoutSchemas = fromEntries<Record<SoughtField, z.ZodMiniType<People | undefined>>>(
  soughtNames.map((name) => [name, z.optional(People)]),
)

export const findWithout = endpoint({
  path: '/bioData-find/without',
  summary: 'For a search that finds nobody: without which one of its fields somebody is found, and how many people.',
  access: 'member',
  input: renamed(soughtSchemas, wireNames),
  output: renamed(withoutSchemas, wireNames),
  isList: true,
})
