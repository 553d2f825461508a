import {
  choices,
  type Entry,
  type Field,
  type FieldName,
  fields,
  filterFields,
  fromEntries,
  searchedAges,
} from '#src/features/biodata/index.ts'
import { latinDigits, readNumber } from '#src/platform/digits.ts'
import { mostPages } from '#src/platform/http/paging.ts'
import type { Texts } from '#src/texts/texts.tsx'
import type { Filter } from './contract.ts'

/**
 * The filter in an address. What is not understood is no filter: an old or mistyped link still shows a list. Read by the
 * rows and not by the contract's schemas, which check nothing in a browser (platform/schemas/schemas.browser.ts).
 */
export const filterOf = (search: URLSearchParams) =>
  fromEntries<Filter>(
    filterFields
      .flatMap((name): Entry[] => {
        const field = fields[name]
        const typed = (input: string) => search.get(input)?.trim() ?? ''
        if (field.kind === 'choice') return [[name, choices[field.of].find((option) => option === typed(name))]]
        return [
          ['minAge', readNumber(typed('minAge'), searchedAges)],
          ['maxAge', readNumber(typed('maxAge'), searchedAges)],
        ]
      })
      // Absent, not undefined: the filter is part of a cache key that travels through JSON.
      .filter(([, value]) => value !== undefined),
  )

/** Whether an address says more than visitors can look for: another field, an order, or several values of a field. */
export const saysMore = (search: URLSearchParams) =>
  [...search.keys()].some((name, place, names) => {
    const field: Field | undefined = fields[name as FieldName]
    const isOfMembers = field ? field.inFind && !field.inFilter : /^(order|number|m(in|ax)[HW])/.test(name)
    return isOfMembers || names.indexOf(name) !== place
  })

/**
 * The button that sends the form in order to empty it; only a page without a script really sends it. Called `reset` it
 * would take the place of the form's own function.
 */
export const resetName = 'all'

/**
 * The search that is meant, if it was written differently: digits in an address are Latin, so that a shared link is the
 * same for everybody, and an emptied form is no search.
 */
export function properSearch(search: URLSearchParams): URLSearchParams | undefined {
  if (search.has(resetName)) return new URLSearchParams()
  const latin = new URLSearchParams([...search].map(([name, value]) => [name, latinDigits(value)]))
  return `${latin}` === `${search}` ? undefined : latin
}

export const cardsPerPage = 12

/**
 * How many pages the address shows: a shared link, a reload and Back show as much as was there. `after` is the cursor behind
 * which it begins: so one comes to those behind {@link mostPages} without a script.
 */
export function placeIn(search: URLSearchParams) {
  const pages = Number(search.get('pages'))
  return {
    pages: Number.isInteger(pages) && pages >= 1 ? Math.min(pages, mostPages) : 1,
    after: search.get('after') || undefined,
  }
}

/** A range of ages in words; nothing for any age. */
export function formatAges(t: Texts, min: number | undefined, max: number | undefined) {
  if (min !== undefined && max !== undefined) return t.browse.ageFromTo(min, max)
  if (min !== undefined) return t.browse.ageFrom(min)
  return max === undefined ? undefined : t.browse.ageUpTo(max)
}
