export const months = 'January February March April May June July August September October November December'.split(' ')

/**
 * Not `toLocaleDateString`: server and browser know different versions of the languages, and a page must come out the
 * same on both. It does not break across lines.
 */
export function dateInWords(day: string, lettersOfMonth?: number) {
  const [year, month, date] = day.split('-').map(Number)
  return `${date}\u00a0${months[month! - 1]!.slice(0, lettersOfMonth)}\u00a0${year}`
}
