import type { AllTexts, Texts } from '#src/texts/texts.tsx'
import type { Choice, FieldName, OpenChoice, OptionOf } from './fields.ts'
import { allChoices, choices, districtsOf, isOrdered, leastOf } from './options.ts'

/** Those that only members read are among their texts. */
const wordsOf = (t: AllTexts): { [C in Choice]: Record<OptionOf<C>, string> } => ({ ...t.options, ...t.moreOptions })

/** An option in the reader's words. */
export function sayOption(t: Texts, of: OpenChoice, option: unknown): string
export function sayOption(t: AllTexts, of: Choice, option: unknown): string
export function sayOption(t: Texts | AllTexts, of: Choice, option: unknown) {
  const words: Partial<Record<Choice, Record<string, string>>> = 'moreOptions' in t ? wordsOf(t) : t.options
  return words[of]![String(option)]!
}

/** All options of a choice that visitors read, for a select or radios. */
export const optionsOf = (t: Texts, of: OpenChoice) =>
  choices[of].map((value) => ({ value, label: sayOption(t, of, value) }))

/** What the form calls each field: as the filter does, unless it has a word of its own. */
export const labelsOf = (t: AllTexts): Record<FieldName, string> => ({ ...t.browse.labels, ...t.biodata.labels })

/** All options of a choice, for radios. */
export const allOptionsOf = (t: AllTexts, of: Choice, options: readonly string[] = allChoices[of]) =>
  options.map((value) => ({ value, label: sayOption(t, of, value) }))

/** The same for a select: districts by their divisions. */
export const groupedOptionsOf = (t: AllTexts, of: Choice) =>
  of === 'district'
    ? allChoices.division.map((division) => ({
        label: sayOption(t, 'division', division),
        options: allOptionsOf(t, of, districtsOf[division]),
      }))
    : allOptionsOf(t, of)

/** Options that were chosen, in words; where that is one and all above it, in one. */
export function sayOptions(t: AllTexts, of: Choice, options: readonly string[]) {
  const least = isOrdered(of) && leastOf(allChoices[of], options)
  return least ? [t.find.orMore(sayOption(t, of, least))] : options.map((option) => sayOption(t, of, option))
}
