import { dayOf } from '#src/platform/clock.ts'

/** The database has as many places. */
export const mostSearches = 10
export const mostShown = 100
/** From so many on, the list of pages says that they are more. */
export const mostCounted = 10
/** Characters, see the column's check. */
export const longestName = 80

export const howOften = ['at once', 'daily', 'weekly', 'never'] as const
export type HowOften = (typeof howOften)[number]
export const usualHowOften: HowOften = 'weekly'

const day = 24 * 60 * 60_000
const eight = (moment: Date) => new Date(`${dayOf(moment)}T08:00:00+06:00`)

/** At eight, tomorrow or in a week; null where no hour is waited for. */
export function nextDue(howOften: HowOften, now: Date): Date | null {
  if (howOften === 'weekly') return new Date(eight(now).getTime() + 7 * day)
  if (howOften !== 'daily') return null
  const today = eight(now)
  return today > now ? today : new Date(today.getTime() + day)
}
