/** Calendar day and time of a moment in Bangladesh, which is six hours ahead of UTC all year. */
export function inBangladesh(moment: string) {
  const local = new Date(Date.parse(moment) + 6 * 60 * 60 * 1000).toISOString()
  return { day: local.slice(0, 10), hour: local.slice(11, 13), minute: local.slice(14, 16) }
}
