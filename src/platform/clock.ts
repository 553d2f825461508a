/** The present moment, passed in so that tests can choose it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

export const undoSeconds = 10

/** Day and time in Bangladesh, where the site's people live: six hours ahead of UTC, all year since 2010. */
export function inBangladesh(moment: string) {
  const local = new Date(Date.parse(moment) + 6 * 60 * 60 * 1000).toISOString()
  return { day: local.slice(0, 10), hour: local.slice(11, 13), minute: local.slice(14, 16) }
}

/** The day in Bangladesh as `YYYY-MM-DD`. */
export const dayOf = (moment: Date) => inBangladesh(moment.toISOString()).day

export const daysBefore = (moment: Date, days: number) => new Date(moment.getTime() - days * 86_400_000)

/** From 22 to 8 in Bangladesh nobody is woken by news that can wait. */
export function isNight(moment: Date) {
  const { hour } = inBangladesh(moment.toISOString())
  return hour >= '22' || hour < '08'
}
