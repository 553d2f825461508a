import {
  allChoices,
  choiceFilters,
  type FindChoice,
  type FindField,
  fields,
  type Gender,
  wishNames,
} from '#src/features/biodata/index.ts'
import type { Filter } from '#src/features/browse/contract.ts'
import { searchIn } from '#src/features/browse/index.ts'
import { latinDigits, readNumber } from '#src/platform/digits.ts'
import { findFields, type Order, orders, ranges, type Sought } from './contract.ts'

export const soughtIn = (search: URLSearchParams) => searchIn<Sought>(search, findFields, allChoices, ranges)

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

/** Only people of the other gender can be compared. */
export const canBeCompared = (own: { gender: Gender }, { gender }: Sought) =>
  !gender || gender.some((one) => one !== own.gender)

/** Visitors choose one value of a few fields; undefined where the search says more. */
export function filterIn({ minAge, maxAge, ...sought }: Sought): Filter | undefined {
  const chosen = Object.entries(sought).filter(([, value]) => value !== undefined)
  const isTheirs = ([name, value]: (typeof chosen)[number]) =>
    choiceFilters.some((one) => one === name) && Array.isArray(value) && value.length === 1
  if (!chosen.every(isTheirs)) return undefined
  return { ...Object.fromEntries(chosen.map(([name, value]) => [name, [value].flat()[0]])), minAge, maxAge }
}

export const isChoice = (name: FindField): name is FindChoice => fields[name].kind === 'choice'

export const inputsOf = (name: FindField): readonly (keyof Sought)[] => (isChoice(name) ? [name] : ranges[name].ends)

export function withoutField(sought: Sought, name: FindField): Sought {
  const inputs: readonly string[] = inputsOf(name)
  return Object.fromEntries(Object.entries(sought).filter(([input]) => !inputs.includes(input)))
}

/** Takes `nik-1042`, `NIK 1042`, `id-1042`, `১০৪২`: any prefix (`ID_PREFIX`) that begins with no digit. */
export function numberIn(typed: string): number | undefined {
  const [, digits] = /^(?:\D(?:.*\D)?)?(\d{1,9})$/su.exec(latinDigits(typed).trim()) ?? []
  return Number(digits) || undefined
}
