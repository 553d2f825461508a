import {
  type FindChoice,
  type FindField,
  fields,
  formatOption,
  formatOptions,
  labelsOf,
  type Wish,
} from '#src/features/biodata/index.ts'
import { formatRange } from '#src/features/browse/index.ts'
import { formatNumber } from '#src/features/matching/index.ts'
import { inBangladesh } from '#src/platform/clock.ts'
import { searchOf } from '#src/platform/navigation/addresses.ts'
import type { AllTexts } from '#src/texts/texts.tsx'
import { findFields, isChoice, type Listed, type People, ranges, type Sought, usual, withoutField } from './contract.ts'

export const findLabelsOf = (t: AllTexts): Record<FindField, string> => ({ ...labelsOf(t), ...t.browse.labels })

function valuesOf(t: AllTexts, sought: Sought, name: FindField): { label: string; without: Sought }[] {
  const field = findLabelsOf(t)[name]
  if (isChoice(name)) {
    const options: readonly string[] = sought[name] ?? []
    const labels = formatOptions(t, fields[name].of, options)
    if (labels.length === 1) return [{ label: t.actions.named(field, labels[0]!), without: withoutField(sought, name) }]
    return options.map((option) => ({
      // Two addresses have the same divisions, and `None` alone says nothing.
      label: t.actions.named(field, formatOption(t, fields[name].of, option)),
      without: { ...sought, [name]: options.filter((other) => other !== option) },
    }))
  }
  const [least, most] = ranges[name].ends.map((end) => sought[end])
  const named = name === 'birth' ? t.card.age : field
  const label = formatRange(t, named, (n) => formatNumber(t, name, n), least, most)
  return label ? [{ label, without: withoutField(sought, name) }] : []
}

export function formatWishes(t: AllTexts, wishes: readonly Wish[]) {
  const words = wishes.map((wish) => t.best.wishes[wish])
  const last = words.pop()!
  return words.length > 0 ? t.best.and(words.join(', '), last) : last
}

export const unusual = (listed: Listed) =>
  Object.entries(listed).filter(([name, value]) => value !== usual[name as keyof Listed])

/** The page's search for this list, `?` included; defaults are not named. */
export const searchFor = (sought: Sought, listed: Listed) =>
  searchOf({ ...sought, ...Object.fromEntries(unusual(listed)) })

export const chipsOf = (t: AllTexts, sought: Sought, listed: Listed) =>
  findFields.flatMap((name) =>
    valuesOf(t, sought, name).map(({ label, without }) => ({ label, without: searchFor(without, listed) })),
  )

export function formatField(t: AllTexts, sought: Sought, name: FindField) {
  if (!isChoice(name)) return valuesOf(t, sought, name)[0]?.label ?? ''
  const options = formatOptions(t, fields[name].of, sought[name] ?? [])
  return options.length > 0 ? t.actions.named(findLabelsOf(t)[name], options.join(', ')) : ''
}

const labelled: readonly FindField[] = ['presentDivision', 'practice', 'children']
/** Its values need no label. */
export const isPlain = (name: FindField): name is FindChoice => isChoice(name) && !labelled.includes(name)

export function formatSought(t: AllTexts, sought: Sought) {
  const parts = findFields.flatMap((name) => {
    if (!isPlain(name)) return formatField(t, sought, name) || []
    const options = formatOptions(t, fields[name].of, sought[name] ?? [])
    const last = options.pop()
    if (last === undefined) return []
    return options.length > 0 ? [t.searches.or(options.join(', '), last)] : [last]
  })
  return parts.length > 0 ? parts.join(', ') : t.searches.everybody
}

export const formatPeople = (t: AllTexts, { people, isAtLeast }: People) =>
  isAtLeast ? t.searches.atLeast(t.format.number(people)) : t.format.number(people)

export const formatDay = (t: AllTexts, moment: string) => t.format.date(inBangladesh(moment).day)
