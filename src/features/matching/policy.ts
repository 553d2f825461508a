import { isNumber, type Wish, wishes } from '#src/features/biodata/index.ts'

// Who fits whom: the one rule, published with these numbers on a page of its own (docs/fit.md says where it comes from).

export const verdicts = ['meets', 'close', 'outside', 'unstated'] as const
export type Verdict = (typeof verdicts)[number]

/** A closeness that meets the wish, in the unit of its field; of a set, so that half of it is for who has said nothing. */
export const whole = (wish: Wish) => (isNumber(wish) ? wishes[wish].tolerance : 2)

/**
 * How close somebody comes to a wish: its tolerance within the range, from there evenly down to 0 at so much beside it, in
 * the unit of its field so that it is a whole number. Of a set 2 or 0, and 1 for what somebody has not said.
 */
export const verdictOf = (wish: Wish, closeness: number): Verdict => {
  if (closeness === whole(wish)) return 'meets'
  if (closeness === 0) return 'outside'
  return isNumber(wish) ? 'close' : 'unstated'
}

export const fitWords = ['strong', 'good', 'partly'] as const
type FitWord = (typeof fitWords)[number]
/** The least fit that is called so, of 0 to 1. */
export const leastFit = { strong: 0.75, good: 0.6 }

export const wordOf = (fit: number): FitWord =>
  fit >= leastFit.strong ? 'strong' : fit >= leastFit.good ? 'good' : 'partly'

/** Where fewer people meet all of somebody's wishes, others are shown below them (docs/fit.md). */
export const enoughPeople = 12

/**
 * In which order somebody's wishes may then be missed: what counts least first, what must be last. An age no further than it
 * still counts as close.
 */
export const ladderOf = (wished: readonly { wish: Wish; isMust: boolean }[]): Wish[] =>
  wished
    .toSorted(
      (one, other) => Number(one.isMust) - Number(other.isMust) || wishes[one.wish].weight - wishes[other.wish].weight,
    )
    .map(({ wish }) => wish)
