/** The present moment, passed in so that tests can choose it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** How long what somebody did can be undone, wherever `Undo` is offered. */
export const undoSeconds = 10

/**
 * Calendar day and time of a moment in Bangladesh, six hours ahead of UTC, all year since 2010: there the site's people
 * live, whose midnight makes somebody a year older; its server may be elsewhere.
 */
export function inBangladesh(moment: string) {
  const local = new Date(Date.parse(moment) + 6 * 60 * 60 * 1000).toISOString()
  return { day: local.slice(0, 10), hour: local.slice(11, 13), minute: local.slice(14, 16) }
}

/** The calendar day of a moment as `YYYY-MM-DD`, in the site's time zone. */
export const dayOf = (moment: Date) => inBangladesh(moment.toISOString()).day

/** From 22 to 8 in Bangladesh nobody is woken by news that can wait. */
export function isNight(moment: Date) {
  const { hour } = inBangladesh(moment.toISOString())
  return hour >= '22' || hour < '08'
}
