/** So long a family has to answer a request for its contact; then the fee goes back (REQUIREMENTS O2). */
const hoursToAnswer = 72
/** So long before the end it is reminded. */
export const reminderHours = 24

export const answerBy = (forwardedAt: Date) => new Date(forwardedAt.getTime() + hoursToAnswer * 3_600_000)

/** What an asker says of themselves; an administrator reads it before the family does. */
export const longestIntroduction = 500
