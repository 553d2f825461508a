import { type FindChoice, type FindField, fields, labelsOf } from '#src/features/biodata/index.ts'
import { formatRange } from '#src/features/browse/index.ts'
import { formatNumber, formatOneOf } from '#src/features/matching/index.ts'
import { inBangladesh } from '#src/platform/clock.ts'
import { searchOf } from '#src/platform/navigation/addresses.ts'
import type { AllTexts } from '#src/texts/texts.tsx'
import {
  isChoice,
  type Listed,
  type People,
  ranges,
  type Sought,
  type SoughtField,
  soughtNames,
  usual,
  withoutField,
} from './contract.ts'

export const findLabelsOf = (t: AllTexts): Record<FindField, string> => ({ ...labelsOf(t), ...t.browse.labels })

export const unusual = (listed: Listed) =>
  Object.entries(listed).filter(([name, value]) => value !== usual[name as keyof Listed])

/** The page's search for this list, `?` included; defaults are not named. */
export const searchFor = (sought: Sought, listed: Listed) =>
  searchOf({ ...sought, ...Object.fromEntries(unusual(listed)) })

/** One for each field, so that two occupations are one condition. */
export const chipsOf = (t: AllTexts, sought: Sought, listed: Listed) =>
  soughtNames.flatMap((name) => {
    const label = formatField(t, sought, name)
    return label ? [{ label, without: searchFor(withoutField(sought, name), listed) }] : []
  })

const formatChosen = (t: AllTexts, sought: Sought, name: FindChoice) =>
  formatOneOf(t, fields[name].of, sought[name] ?? [])

export function formatField(t: AllTexts, sought: Sought, name: SoughtField) {
  if (name === 'confirmed') return sought.confirmed ? t.find.confirmedRecently(sought.confirmed) : ''
  const field = findLabelsOf(t)[name]
  if (isChoice(name)) {
    const options = formatChosen(t, sought, name)
    // Two addresses have the same divisions, and `None` alone says nothing.
    return options && t.actions.named(field, options)
  }
  const [least, most] = ranges[name].ends.map((end) => sought[end])
  return formatRange(t, name === 'birth' ? t.card.age : field, (n) => formatNumber(t, name, n), least, most) ?? ''
}

const labelled: readonly SoughtField[] = ['presentDivision', 'practice', 'children']
/** Its values need no label. */
export const isPlain = (name: SoughtField): name is FindChoice => isChoice(name) && !labelled.includes(name)

export function formatSought(t: AllTexts, sought: Sought) {
  const parts = soughtNames.flatMap(
    (name) => (isPlain(name) ? formatChosen(t, sought, name) : formatField(t, sought, name)) || [],
  )
  return parts.length > 0 ? parts.join(', ') : t.searches.everybody
}

export const formatPeople = (t: AllTexts, { people, isAtLeast }: People) =>
  isAtLeast ? t.searches.atLeast(t.format.number(people)) : t.format.number(people)

export const formatDay = (t: AllTexts, moment: string) => t.format.date(inBangladesh(moment).day)
