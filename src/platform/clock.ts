/** The present moment, passed in so that tests can choose it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** Whose midnight makes somebody a year older: the site's people live in Bangladesh, its server may not. */
export const timeZone = 'Asia/Dhaka'

const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })

/** The calendar day of a moment as `YYYY-MM-DD`, in the site's time zone. */
export function dayOf(moment: Date): string {
  return isoDay.format(moment)
}
