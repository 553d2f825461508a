import type { Sought } from '#src/features/search/contract.ts'
import { soughtIn } from '#src/features/search/index.ts'
import { searchOf } from '#src/platform/navigation/addresses.ts'

export const queryOf = (sought: Sought) => searchOf(sought).slice(1)

/** Undefined where something in it is no filter, or none any more. */
export function soughtOf(query: string): Sought | undefined {
  const sought = soughtIn(new URLSearchParams(query))
  const understood = new URLSearchParams(queryOf(sought))
  const isWhole = [...new URLSearchParams(query)].every(([name, value]) => understood.getAll(name).includes(value))
  return isWhole ? sought : undefined
}
