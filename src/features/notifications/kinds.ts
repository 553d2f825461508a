import type { Relation } from '#src/features/users/policy.ts'
import { to } from '#src/platform/navigation/addresses.ts'

export const transferOutcomes = ['paid', 'short', 'returned', 'not-found'] as const
export const answers = [
  'approved',
  'refused',
  'withdrawn',
  'forwarded',
  'not now',
  'over',
  'ended',
  'unanswered',
  'answers',
] as const
/** What a family is told of a request that waits for its answer. */
export const askings = ['asked', 'reminder', 'over', 'ended'] as const
/** By which right somebody has seen the reader's contact. */
export const seenBy = ['premium', 'request', 'answer', 'administrator'] as const
/** What a ward is told of a guardian, and `ended`, which the guardian is told. */
export const guardianEvents = ['accepted', 'declined', 'left', 'edited', 'ended'] as const

/** What a notification is about, by its kind: ids and numbers, and a name only where it is the reader's own. */
export interface About {
  'request-answered': { answer: (typeof answers)[number]; number: number }
  /** Without a reason: the person asked for can no longer be asked. `not named`: it was paid for nobody's contact. */
  'fee-returned': { number: number; because?: 'suspended' } | { because: 'not named' }
  /** What came of money that its payer sent by hand; `page` is the reference of its page. */
  transfer: { outcome: (typeof transferOutcomes)[number]; number?: number; page: string }
  asked: { what: (typeof askings)[number]; request: string; viewerId: string; ward?: number }
  /** `viewerId` while both find each other, never an administrator's. `undone`: by an approval undone seconds later. */
  'contact-seen': { by: (typeof seenBy)[number]; viewerId?: string; undone?: true }
  search: { id: string; name: string; found: number }
  /** `number`: the ward's. The database tells of the end (`guardianship_ended`). */
  guardian: { guardian: (typeof guardianEvents)[number]; relation: Relation; number?: number }
  premium: Record<never, never>
  'report-answered': Record<never, never>
  /** Whether the biodata is still right. `isUnanswered`: its number, or the one that the reader shows for this ward. */
  'still-right': { isPaused?: true; isUnanswered?: true; ward?: number }
  /** The bureau has noted what it saw or heard of the reader, or taken it back. */
  attestation: Record<never, never>
  /** How it went with the contact of that number. */
  feedback: { number: number }
  security: Record<never, never>
}
export type Kind = keyof About

export const channels = ['mail', 'push'] as const
export type Channel = (typeof channels)[number]

interface Rules extends Record<Channel, boolean> {
  /** Nobody can decline it, and no night holds it up; otherwise `mail` and `push` are defaults. */
  isLocked?: true
  link: string
}

/** Everything that somebody is told, in the order in which one chooses what is mailed. */
export const kinds: Record<Kind, Rules> = {
  'request-answered': { mail: true, push: true, link: to.myRequests },
  // The database tells it too, with the same defaults (`end_waiting`).
  'fee-returned': { mail: true, push: true, link: to.myRequests },
  transfer: { mail: true, push: true, link: to.myRequests },
  asked: { mail: true, push: true, link: to.asked() },
  'contact-seen': { mail: false, push: false, link: to.seen },
  search: { mail: true, push: true, link: to.newForYou },
  guardian: { mail: true, push: true, link: to.guardians },
  premium: { mail: true, push: true, link: to.viewOwn },
  'report-answered': { mail: true, push: true, link: to.privacyAndPresence },
  'still-right': { mail: true, push: true, link: to.privacyAndPresence },
  attestation: { mail: true, push: true, link: to.viewOwn },
  feedback: { mail: false, push: false, link: to.myRequests },
  security: { isLocked: true, mail: true, push: true, link: to.account },
}
export const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name)
export const kindNames = Object.keys(kinds) as [Kind, ...Kind[]]
