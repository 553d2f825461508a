import type { Member, Viewer } from '#src/platform/http/viewer.ts'

/** A block hides both ways (REQUIREMENTS R3, R4). Lists ask the database the same, see `published_biodata`. */
export function isVisibleTo(viewer: Viewer, biodata: { id: string; number: number; published: boolean }) {
  if (viewer.kind === 'visitor') return biodata.published
  if (viewer.userId === biodata.id || viewer.isAdmin) return true
  return biodata.published && !viewer.blocked.includes(biodata.number)
}

const hourSeconds = 60 * 60
const daySeconds = 24 * hourSeconds

/** Different people, at most so many in any stretch of so many seconds. */
export interface ReadingLimit {
  most: number
  withinSeconds: number
}
const perHourAndDay = (perHour: number, perDay: number): readonly ReadingLimit[] => [
  { most: perHour, withinSeconds: hourSeconds },
  { most: perDay, withinSeconds: daySeconds },
]

/** How much is read (REQUIREMENTS R2, M8). */
export const readingLimits = {
  profilesOfConfirmed: perHourAndDay(100, 300),
  profilesOfUnconfirmed: perHourAndDay(40, 120),
  /** Unconfirmed accounts together. A carrier puts many people behind one IPv4; a home line has an IPv6 /56. */
  profilesOfNetworkPerHour: { v4: 1_000, v64: 120, v56: 400, v48: 1_600 },
  /** People found by what only members look for. */
  cardsOfMember: perHourAndDay(2_000, 5_000),
  listsOfNetworkPerMinute: 200,
  /** Beyond it an administrator gives the password again. */
  contactsOfAdministrator: { most: 30, withinSeconds: hourSeconds },
  /** `PREMIUM_CONTACTS_A_DAY` says how many. */
  contactsOfPremium: { withinSeconds: daySeconds },
} as const satisfies Record<string, number | Partial<ReadingLimit> | readonly ReadingLimit[] | Record<string, number>>

/** Looking at the same profile again within so many seconds counts once. */
export const sameLookSeconds = hourSeconds

/** From so many profiles or contacts on, a member is told how many are left. */
export const saidLeft = 10
export const cardsOfList = 20
/** From the last ten lists on, a member is told how many people are left: the next list is refused before ten are. */
export const saidCardsLeft = saidLeft * cardsOfList

type Reader = Pick<Member, 'isAdmin' | 'isVerified'>

/** Where the site sends no mail nobody can confirm an email, so all accounts count as confirmed. */
export const isUnconfirmed = ({ isVerified }: Reader, sendsMail: boolean) => sendsMail && !isVerified

/** Undefined for administrators, whose looks at contacts are recorded instead. */
export function profileLimits(viewer: Reader, sendsMail: boolean): readonly ReadingLimit[] | undefined {
  if (viewer.isAdmin) return undefined
  return isUnconfirmed(viewer, sendsMail) ? readingLimits.profilesOfUnconfirmed : readingLimits.profilesOfConfirmed
}
