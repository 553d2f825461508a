export const months = 'January February March April May June July August September October November December'.split(' ')

/**
 * Not `toLocaleDateString`: server and browser know different versions of the languages, and a page must come out the
 * same on both.
 */
export function dateInWords(day: string, lettersOfMonth?: number) {
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${months[month! - 1]!.slice(0, lettersOfMonth)} ${year}`
}
