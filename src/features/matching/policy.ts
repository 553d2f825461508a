import { isNumber, type Wish, wishes } from '#src/features/biodata/index.ts'

// Who fits whom: the one rule, published with these numbers on a page of its own (docs/fit.md says where it comes from).

export const verdicts = ['meets', 'close', 'outside', 'unstated'] as const
export type Verdict = (typeof verdicts)[number]

/** In the unit of the wish's field; of a set 2, so that half of it is for what somebody has not said. */
export const whole = (wish: Wish) => (isNumber(wish) ? wishes[wish].tolerance : 2)

/** Closeness is the tolerance within the range and falls evenly to 0 beside it. Of a set it is 2, 0, or 1 if unsaid. */
export const verdictOf = (wish: Wish, closeness: number): Verdict => {
  if (closeness === whole(wish)) return 'meets'
  if (closeness === 0) return 'outside'
  return isNumber(wish) ? 'close' : 'unstated'
}

export const fitWords = ['strong', 'good', 'partly'] as const
type FitWord = (typeof fitWords)[number]
/** Of 0 to 1. */
const leastFit = { strong: 0.75, good: 0.6 }

export const wordOf = (fit: number): FitWord =>
  fit >= leastFit.strong ? 'strong' : fit >= leastFit.good ? 'good' : 'partly'

/** Where fewer people meet all of somebody's wishes, others are shown below them (docs/fit.md). */
export const enoughPeople = 12

/** Below so many wishes most people meet all, so they say little apart. */
export const fewWishes = 5

/** What counts least first, a must last. An age may be missed no further than what counts as close. */
export const ladderOf = (wished: readonly { name: Wish; isMust: boolean }[]): Wish[] =>
  wished
    .toSorted(
      (one, other) => Number(one.isMust) - Number(other.isMust) || wishes[one.name].weight - wishes[other.name].weight,
    )
    .map(({ name }) => name)

/** Stands before a first name, as in `Md. Fahim Uddin`. */
const isPrefix = (word: string) => /[.ঃ]$/.test(word) || /^(md|mst|mohd|mrs?|dr|মো|মোছা)$/i.test(word)

/** What a card in a list shows of a name, by its owner's choice (REQUIREMENTS C2). The profile shows the whole. */
export const namesOnCards = ['whole', 'initial'] as const
export type NameOnCards = (typeof namesOnCards)[number]

/** First name and initial; of a name of one word the initial, because that word is the whole name. */
export function shortName(name: string) {
  const words = name.trim().split(/\s+/)
  const last = words.length - 1
  const first = words.findIndex((word, place) => !isPrefix(word) && place < last)
  const letters = words[last]!.replace(/^[^\p{L}]+(?=\p{L})/u, '')
  // With its vowel sign: আ, জে.
  const [initial] = [...new Intl.Segmenter('bn', { granularity: 'grapheme' }).segment(letters)]
  return [...words.slice(0, first < 0 ? last : first + 1), `${initial!.segment}.`].join(' ')
}
