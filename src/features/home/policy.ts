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

/** The next step of a member; undefined where nothing is left. Writing comes first, as on browse and in the menu (A10). */
export function nextStepFor({ own, isVerified, hasMail }: Situation) {
  if (!own) return 'write'
  if (hasMail && !isVerified) return 'confirm'
  if (!own.aboutMe) return 'aboutMe'
  return own.wishes < enoughWishes ? 'wishes' : undefined
}
