/** So long a family has to answer a request for its contact; then the fee goes back (REQUIREMENTS O2). */
export const hoursToAnswer = 72
/** So long before the end it is reminded. */
export const reminderHours = 24

export const answerBy = (forwardedAt: Date) => new Date(forwardedAt.getTime() + hoursToAnswer * 3_600_000)

/** What the bureau hears of a family that it calls: an answer, that they think about it, or that nobody picked up. */
export const saids = ['yes', 'not now', 'thinking', 'nobody'] as const
/** The database checks it too. */
export const longestCallNote = 500
/** A call of longer ago is not noted any more. */
export const calledWithinDays = 7

/** What an asker says of themselves; an administrator reads it before the family does. */
export const longestIntroduction = 500

/** Whose phone a yes shows. */
export const shows = ['own', 'guardian'] as const
export type Shows = (typeof shows)[number]
