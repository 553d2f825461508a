export const attestedKinds = ['phone', 'identity', 'certificate', 'family', 'visit'] as const
export type AttestedKind = (typeof attestedKinds)[number]
export const hows = ['call', 'video', 'in person'] as const

/** How each kind can be seen or heard; the database checks it too. */
export const howsOf: Record<AttestedKind, readonly (typeof hows)[number][]> = {
  phone: ['call'],
  identity: ['in person', 'video'],
  certificate: ['in person', 'video'],
  family: ['call', 'in person', 'video'],
  visit: ['in person'],
}

/** The database checks it too. */
export const longestNote = 500

const monthsShown = 12

/** The first day that still counts, as an attestation is shown for a year. Both are `YYYY-MM-DD`. */
export function firstDayFor(today: string) {
  const day = new Date(`${today}T00:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() - monthsShown)
  day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}

/** `unanswered`: nobody answers the number any more. `over`: its year has passed, and nothing else ended it. */
export const endings = ['changed', 'replaced', 'taken back', 'unanswered', 'over'] as const
