/** So long after the first look at a contact the asker is asked once (REQUIREMENTS T4). */
export const daysUntilAsked = 14
/** Later nobody is asked: a first look of before this feature, or of before a long standstill, is no news. */
export const daysStillAsked = 30
/** Then the question goes away. */
export const daysOpen = 60

export const howRight = ['yes', 'partly', 'no'] as const
export type HowRight = (typeof howRight)[number]

/** The database checks it too. */
export const longestNote = 500
