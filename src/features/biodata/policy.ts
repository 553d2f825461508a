import type { Gender } from './fields.ts'

/** `taken back` is the consent to publish. */
export const chosenPresences = ['published', 'paused', 'taken back', 'married'] as const
/** A `draft` came with an import, and nobody has agreed to publish it yet. */
export const presences = [...chosenPresences, 'draft'] as const
export type Presence = (typeof presences)[number]
/** Nothing is published from here without a consent. */
export const unagreed: readonly Presence[] = ['taken back', 'draft']

/** After a marriage a biodata can be brought back for so long; then it is deleted. */
export const marriedIsKeptDays = 30

/** From then on somebody who was not heard of stands behind the others, and payers are told. */
export const staleAfterDays = 45
/** What members can look for. */
export const recentDays = 30
/** Without an answer the biodata is paused. */
export const answerWithinDays = 7

/** Completed years. Days are `YYYY-MM-DD`. */
export function ageOn(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4))
  return day.slice(5) < birth.slice(5) ? years - 1 : years
}

/** The same calendar day `years` earlier; 29 February becomes the 28th, as in PostgreSQL. */
function yearsBefore(day: string, years: number) {
  const year = Number(day.slice(0, 4)) - years
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return `${String(year).padStart(4, '0')}${day.slice(4) === '-02-29' && !leap ? '-02-28' : day.slice(4)}`
}

/** `after` is exclusive, `upTo` inclusive. */
export function birthRange(minAge: number | undefined, maxAge: number | undefined, day: string) {
  return {
    after: maxAge === undefined ? undefined : yearsBefore(day, maxAge + 1),
    upTo: minAge === undefined ? undefined : yearsBefore(day, minAge),
  }
}

/** Inches are 1 to 12, so every height has exactly one way to be written: 72 inches are 5 ft 12 in. */
export const inchesOf = (feet: number, inch: number) => feet * 12 + inch
export const feetOf = (inches: number) => ({ feet: Math.ceil(inches / 12) - 1, inch: ((inches - 1) % 12) + 1 })

export const isOfLegalAge = (gender: Gender, birth: string, day: string, legalAge: Record<Gender, number>) =>
  ageOn(birth, day) >= legalAge[gender]

/** Belief is shown with a consent of its own only, see consents/policy.ts. */
export const statesFaith = ({ religion, practice }: { religion?: string | undefined; practice?: string | undefined }) =>
  !!religion || !!practice
