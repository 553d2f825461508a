import type { Sought } from '#src/features/search/contract.ts'
import { formatSought } from '#src/features/search/index.ts'
import type { AllTexts } from '#src/texts/texts.tsx'
import { soughtOf } from './contract.ts'
import { longestName } from './policy.ts'

/** The name of a search that its owner has not named: all its filters in words, if they are short enough. */
export function automaticName(t: AllTexts, sought: Sought) {
  const words = formatSought(t, sought)
  if (words.length <= longestName) return words
  const short = words.slice(0, longestName - 1)
  return `${short.slice(0, Math.max(short.lastIndexOf(', '), longestName / 2))}…`
}

export const titleOf = (t: AllTexts, { name, search }: { name: string | null; search: string }) =>
  name ?? formatSought(t, soughtOf(search) ?? {})
