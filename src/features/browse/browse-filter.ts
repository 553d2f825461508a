import {
  allChoices,
  type Entry,
  type Field,
  type FieldName,
  fields,
  filterFields,
  fromEntries,
  searchedAges,
} from '#src/features/biodata/index.ts'
import { latinDigits, readNumber } from '#src/platform/digits.ts'
import { mostPages } from '#src/platform/http/contract.ts'
import type { Texts } from '#src/texts/texts.tsx'
import type { Filter } from './contract.ts'

export const ages = { ends: ['minAge', 'maxAge'], limits: searchedAges } as const

/** Takes only options that exist: an old or mistyped link still shows a list. In a browser schemas check nothing. */
export const searchIn = <Search extends object>(
  search: URLSearchParams,
  names: readonly FieldName[],
  ranges: Record<string, { ends: readonly string[]; limits: { least: number; most: number } }>,
) =>
  fromEntries<Search>(
    names
      .flatMap((name): Entry[] => {
        const field: Field = fields[name]
        if (field.kind !== 'choice') {
          const { ends, limits } = ranges[name]!
          return ends.map((end) => [end, readNumber(search.get(end)?.trim() ?? '', limits)])
        }
        const named = search.getAll(name).map((option) => option.trim())
        const known = allChoices[field.of].filter((option) => named.includes(option))
        return [[name, known.length > 0 ? known : undefined]]
      })
      // Absent, not undefined: the filter is part of a cache key that travels through JSON.
      .filter(([, value]) => value !== undefined),
  )

export const filterOf = (search: URLSearchParams): Filter =>
  Object.fromEntries(
    Object.entries(searchIn(search, filterFields, { birth: ages })).map(([name, value]) => [name, [value].flat()[0]]),
  )

/** Only members search by another field, an order, or several values of a field. */
export const saysMore = (search: URLSearchParams) =>
  [...search.keys()].some((name, place, names) => {
    const field: Field | undefined = fields[name as FieldName]
    const isOfMembers = field ? field.inFind && !field.inFilter : /^(order|number|confirmed|m(in|ax)[HW])/.test(name)
    return isOfMembers || names.indexOf(name) !== place
  })

/** Sends the form in order to empty it. The name `reset` would take the place of the form's own function. */
export const resetName = 'all'

/** If it was written differently: Latin digits make shared links the same, and an emptied form is no search. */
export function properSearch(search: URLSearchParams): URLSearchParams | undefined {
  if (search.has(resetName)) return new URLSearchParams()
  const latin = new URLSearchParams([...search].map(([name, value]) => [name, latinDigits(value)]))
  return `${latin}` === `${search}` ? undefined : latin
}

export const cardsPerPage = 12

/** `pages` restores a shared link, a reload and Back; `after` leads behind {@link mostPages} without a script. */
export function placeIn(search: URLSearchParams) {
  const pages = Number(search.get('pages'))
  return {
    pages: Number.isInteger(pages) && pages >= 1 ? Math.min(pages, mostPages) : 1,
    after: search.get('after') || undefined,
  }
}

export function formatRange(t: Texts, field: string, say: (n: number) => string, least?: number, most?: number) {
  if (least !== undefined && most !== undefined) return t.browse.rangeFromTo(field, say(least), say(most))
  if (least !== undefined) return t.browse.rangeFrom(field, say(least))
  return most === undefined ? undefined : t.browse.rangeUpTo(field, say(most))
}
