import type { AllTexts, Texts } from '#src/texts/texts.tsx'
import type { Choice, FieldName, Gender, OpenChoice } from './fields.ts'
import { allChoices, choices, districtsOf, isOrdered, leastOf } from './options.ts'

/** An option in the reader's words: itself where the language has no other. */
export function formatOption(t: Texts | AllTexts, of: Choice, option: unknown) {
  const words: Partial<Record<Choice, Record<string, string>>> =
    'moreOptions' in t ? { ...t.options, ...t.moreOptions } : t.options
  return words[of]?.[String(option)] ?? String(option)
}

/** The same said of a person, where a language has a word for women and one for men. */
export function formatOptionOfPerson(t: AllTexts, of: Choice, option: unknown, gender: Gender) {
  const own: Partial<Record<string, string>> = t.biodata.ofGender[gender]
  return own[String(option)] ?? formatOption(t, of, option)
}

/** All options of a choice that visitors read, for a select or radios. */
export const optionsOf = (t: Texts, of: OpenChoice) =>
  choices[of].map((value) => ({ value, label: formatOption(t, of, value) }))

/** What the form calls each field: as the filter does, unless it has a word of its own. */
export const labelsOf = (t: AllTexts): Record<FieldName, string> => ({ ...t.browse.labels, ...t.biodata.labels })

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
