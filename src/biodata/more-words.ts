import type { AllTexts } from '#src/platform/i18n/texts.tsx'
import type { Choice } from './fields.ts'
import { allChoices, districtsOf } from './more-choices.ts'
import { sayOption } from './words.ts'

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
