import type { Member, Viewer } from '#src/platform/http/viewer.ts'

/**
 * Whether somebody finds a biodata at all: the owner and administrators always, others while it is published and nobody
 * of the two has blocked the other (REQUIREMENTS R3, R4). Lists ask the database the same, see `published_biodata`.
 */
export function isVisibleTo(viewer: Viewer, biodata: { id: string; number: number; published: boolean }) {
  if (viewer.kind === 'visitor') return biodata.published
  if (viewer.userId === biodata.id || viewer.isAdmin) return true
  return biodata.published && !viewer.blocked.includes(biodata.number)
}

const hour = 60 * 60
const day = 24 * hour

/** So many different people in any stretch of so many seconds. */
interface ReadingLimit {
  most: number
  within: number
}
/** Full profiles that one account reads (REQUIREMENTS R2). */
const profiles: readonly ReadingLimit[] = [
  { most: 60, within: hour },
  { most: 200, within: day },
]
const share = 1 / 3

/** Looking at the same profile again within so many seconds counts once. */
export const sameLook = hour
/**
 * How many full profiles an account may read: a third of the usual in its first day, and until its email is confirmed
 * where the site sends mails that confirm it. Undefined for administrators, whose looks are written down instead.
 */
export function readingLimits(
  { isAdmin, isVerified, since }: Pick<Member, 'isAdmin' | 'isVerified' | 'since'>,
  { now, sendsMail }: { now: Date; sendsMail: boolean },
): readonly ReadingLimit[] | undefined {
  if (isAdmin) return undefined
  const isNew = now.getTime() - since.getTime() < day * 1000
  if (!isNew && (isVerified || !sendsMail)) return profiles
  return profiles.map(({ most, within }) => ({ most: Math.floor(most * share), within }))
}
