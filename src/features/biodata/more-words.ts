import type { AllTexts } from '#src/texts/texts.tsx'
import type { Choice } from './fields.ts'
import { allChoices, districtsOf, isOrdered, leastOf } from './more-options.ts'
import { formatOption } from './words.ts'

/** All options of a choice, for radios. */
export const allOptionsOf = (t: AllTexts, of: Choice, options: readonly string[] = allChoices[of]) =>
  options.map((value) => ({ value, label: formatOption(t, of, value) }))

/** The same for a select: districts by their divisions. */
export const groupedOptionsOf = (t: AllTexts, of: Choice) =>
  of === 'district'
    ? allChoices.division.map((division) => ({
        label: formatOption(t, 'division', division),
        options: allOptionsOf(t, of, districtsOf[division]),
      }))
    : allOptionsOf(t, of)

/** Options that were chosen, in words; where that is one and all above it, in one. */
export function formatOptions(t: AllTexts, of: Choice, options: readonly string[]) {
  const least = isOrdered(of) && leastOf(allChoices[of], options)
  return least ? [t.find.orMore(formatOption(t, of, least))] : options.map((option) => formatOption(t, of, option))
}
