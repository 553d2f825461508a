import type { AllTexts } from '#src/platform/i18n/texts.tsx'
import { type FindField, fields } from '../fields.ts'
import { labelsOf, sayOption } from '../words.ts'
import { sayAges, searchOf } from './browse-parts.ts'
import { findFields, type RangeField, ranges, type Sought } from './contract.ts'

export const findLabelsOf = (t: AllTexts): Record<FindField, string> => ({ ...labelsOf(t), ...t.browse.labels })

/** Inches in feet and inches, which stay on one line. */
export const sayHeight = (t: AllTexts, inches: number) =>
  t.biodata.heightInWords(Math.floor(inches / 12), inches % 12).replaceAll(' ', '\u00a0')

function sayHeights(t: AllTexts, { minHeight: min, maxHeight: max }: Sought) {
  if (min !== undefined && max !== undefined) return t.find.heightFromTo(sayHeight(t, min), sayHeight(t, max))
  if (min !== undefined) return t.find.heightFrom(sayHeight(t, min))
  return max === undefined ? undefined : t.find.heightUpTo(sayHeight(t, max))
}

/** Everything that is looked for in words, one for each value, with the search without it. */
export function chipsOf(t: AllTexts, sought: Sought) {
  const labels = findLabelsOf(t)
  return findFields.flatMap((name) => {
    if (name === 'birth' || name === 'height') {
      const label = name === 'birth' ? sayAges(t, sought.minAge, sought.maxAge) : sayHeights(t, sought)
      return label ? [{ label, without: searchOf(without(sought, name)) }] : []
    }
    const options: readonly string[] = sought[name] ?? []
    return options.map((option) => ({
      // Two addresses have the same divisions, and `None` alone says nothing.
      label: t.find.option(labels[name], sayOption(t, fields[name].of, option)),
      without: searchOf({ ...sought, [name]: options.filter((other) => other !== option) }),
    }))
  })
}

function without(sought: Sought, name: RangeField) {
  const ends: readonly string[] = ranges[name].ends
  return Object.fromEntries(Object.entries(sought).filter(([input]) => !ends.includes(input)))
}
