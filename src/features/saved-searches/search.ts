import type { Sought } from '#src/features/search/contract.ts'
import { soughtIn } from '#src/features/search/index.ts'
import { searchOf } from '#src/platform/navigation/addresses.ts'

/** How a search is kept: the query of the page's address that finds these people. */
export const queryOf = (sought: Sought) => searchOf(sought).slice(1)

/** What a kept query looks for, read as the page reads it; undefined where something in it is no filter, or none any more. */
export function soughtOf(query: string): Sought | undefined {
  const sought = soughtIn(new URLSearchParams(query))
  const understood = new URLSearchParams(queryOf(sought))
  const isWhole = [...new URLSearchParams(query)].every(([name, value]) => understood.getAll(name).includes(value))
  return isWhole ? sought : undefined
}
