import type { AllTexts, Texts } from '#src/platform/i18n/texts.tsx'
import { type Choice, choices, type FieldName, type OptionOf } from './fields.ts'

/** An option in the reader's words. */
export function sayOption(t: Texts, of: Choice, option: unknown) {
  const words: { [C in Choice]: Record<OptionOf<C>, string> } = t.options
  return (words[of] as Record<string, string>)[String(option)]!
}

/** All options of a choice, for a select or radios. */
export const optionsOf = (t: Texts, of: Choice) =>
  choices[of].map((value) => ({ value, label: sayOption(t, of, value) }))

/** What the form calls each field: as the filter does, unless it has a word of its own. */
export const labelsOf = (t: AllTexts): Record<FieldName, string> => ({ ...t.browse.labels, ...t.biodata.labels })
