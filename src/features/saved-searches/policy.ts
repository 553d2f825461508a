import { dayOf } from '#src/platform/clock.ts'

/** So many searches a member keeps; the database has as many places. */
export const mostSearches = 10
/** So many new people are shown at once, the newest. */
export const mostShown = 100
/** From so many new people on the list of pages says that they are more. */
export const mostCounted = 10
/** Characters, see the column's check. */
export const longestName = 80

/** How often somebody is told of new people. */
export const howOften = ['at once', 'daily', 'weekly', 'never'] as const
export type HowOften = (typeof howOften)[number]
/** What a search begins with. */
export const usualHowOften: HowOften = 'weekly'

const day = 24 * 60 * 60_000
/** Eight in the morning in Bangladesh. */
const eight = (moment: Date) => new Date(`${dayOf(moment)}T08:00:00+06:00`)

/** When a search is looked for next: at eight in the morning, tomorrow or in a week; null where no hour is waited for. */
export function nextDue(howOften: HowOften, now: Date): Date | null {
  if (howOften === 'weekly') return new Date(eight(now).getTime() + 7 * day)
  if (howOften !== 'daily') return null
  const today = eight(now)
  return today > now ? today : new Date(today.getTime() + day)
}
