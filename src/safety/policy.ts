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
export interface ReadingLimit {
  most: number
  within: number
}
/** What one account reads (REQUIREMENTS R2): full profiles; and people whom it finds by what only members look for. */
const usual = {
  profiles: [
    { most: 60, within: hour },
    { most: 200, within: day },
  ],
  cards: [
    { most: 2_000, within: hour },
    { most: 5_000, within: day },
  ],
} as const satisfies Record<string, readonly ReadingLimit[]>
const share = 1 / 3

/** Looking at the same profile again within so many seconds counts once. */
export const sameLook = hour
/**
 * How many an account may read of these: a third of the usual in its first day, and until its email is confirmed
 * where the site sends mails that confirm it. Undefined for administrators, whose looks are written down instead.
 */
export function readingLimits(
  what: keyof typeof usual,
  { isAdmin, isVerified, since }: Pick<Member, 'isAdmin' | 'isVerified' | 'since'>,
  { now, sendsMail }: { now: Date; sendsMail: boolean },
): readonly ReadingLimit[] | undefined {
  if (isAdmin) return undefined
  const isNew = now.getTime() - since.getTime() < day * 1000
  if (!isNew && (isVerified || !sendsMail)) return usual[what]
  return usual[what].map(({ most, within }) => ({ most: Math.floor(most * share), within }))
}
