import { inBangladesh } from '#src/platform/clock.ts'

export const months = 'January February March April May June July August September October November December'.split(' ')

/** Not `toLocaleDateString`: server and browser know different versions of a language, and both must draw the same. */
export function dateInWords(moment: string, lettersOfMonth?: number) {
  const [year, month, date] = inBangladesh(moment).day.split('-').map(Number)
  return `${date}\u00a0${months[month! - 1]!.slice(0, lettersOfMonth)}\u00a0${year}`
}
