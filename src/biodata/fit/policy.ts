import { type Field, type FieldName, fields } from '../fields.ts'

// Who fits whom: the one rule, published with these numbers on a page of its own (docs/fit.md says where it comes from).

/** What a wish of `fields.ts` is about, how far off still meets it, in the unit of its field, and how much it counts. */
export const wishes = {
  partnerAge: { about: 'birth', tolerance: 3, weight: 4 },
  partnerHeight: { about: 'height', tolerance: 3, weight: 2 },
  partnerWeight: { about: 'weight', tolerance: 10, weight: 1 },
} as const satisfies Partial<Record<FieldName, { about: FieldName; tolerance: number; weight: number }>>
export type Wish = keyof typeof wishes
export const wishNames = Object.keys(wishes) as Wish[]

/** What meets a wish, in the unit of its field; an age at which nobody may be looked for is not wished either. */
export function rangeOf(wish: Wish, wanted: number) {
  const { tolerance } = wishes[wish]
  const field: Field = fields[wish]
  const least = field.kind === 'number' ? field.least : 0
  return { from: Math.max(least, wanted - tolerance), to: wanted + tolerance }
}

export const verdicts = ['meets', 'close', 'outside'] as const
export type Verdict = (typeof verdicts)[number]

/**
 * How close somebody comes to a wish, in the unit of its field so that it is a whole number: its tolerance within that,
 * from there evenly down to 0 at twice as much.
 */
export const verdictOf = (wish: Wish, closeness: number): Verdict =>
  closeness === wishes[wish].tolerance ? 'meets' : closeness > 0 ? 'close' : 'outside'

export const fitWords = ['strong', 'good', 'partly'] as const
type FitWord = (typeof fitWords)[number]
/** The least fit that is called so, of 0 to 1. */
export const leastFit = { strong: 0.75, good: 0.6 }

export const wordOf = (fit: number): FitWord =>
  fit >= leastFit.strong ? 'strong' : fit >= leastFit.good ? 'good' : 'partly'

/** Where fewer people meet all of somebody's wishes, others are shown below them (docs/fit.md). */
export const enoughPeople = 12
/** In which order a wish may then be missed: what counts least first. An age no further than it still counts as close. */
export const ladder = wishNames.toSorted((one, other) => wishes[one].weight - wishes[other].weight)
