/** A figure that was counted is shown from here on; a smaller one tells families nothing (REQUIREMENTS H4). */
export const leastCounted = 20

/** Fewer stated wishes do not tell people apart. */
const enoughWishes = 5

interface Situation {
  /** Undefined without a biodata. */
  own: { aboutMe?: string | null | undefined; wishes: number } | undefined
  isVerified: boolean
  hasMail: boolean
}

/** The one thing that a member is asked to do next; undefined where nothing is left. */
export function nextStepFor({ own, isVerified, hasMail }: Situation) {
  if (hasMail && !isVerified) return 'confirm'
  if (!own) return 'write'
  if (!own.aboutMe) return 'aboutMe'
  return own.wishes < enoughWishes ? 'wishes' : undefined
}
