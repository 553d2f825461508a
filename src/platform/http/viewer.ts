import type { Language } from '#src/platform/language.ts'
/** Who is looking. Made from the session on every request and from nothing else. */
export type Viewer = { kind: 'visitor' } | Member

export interface Member {
  kind: 'member'
  userId: string
  sessionId: string
  email: string
  isVerified: boolean
  language: Language
  name: string
  isAdmin: boolean
  /** An administrator for whom this site requires a second factor, and who has none yet: until then no administrator. */
  needsSecondFactor: boolean
  /** Whether the password was given, or the person signed in, a few minutes ago. */
  isConfirmed: boolean
  isPremium: boolean
  /** By their own word, until they publish again. */
  isPaused: boolean
  /** Whether the biodata is still right: `asked` now, or `paused` because of no answer. Null where the site asks nobody. */
  question: 'asked' | 'paused' | null
  /** Whether what the account wrote is put away, because its email was first proved without its password. */
  isPutAway: boolean
  hasBiodata: boolean
  /** Of somebody at this moment. */
  isGuardian: boolean
  /** Numbers of the biodata of those they have blocked or are blocked by; of nobody for administrators. */
  blocked: readonly number[]
  news: number
}

export const blockedFor = (viewer: Viewer) => (viewer.kind === 'member' ? viewer.blocked : [])

export const visitor: Viewer = { kind: 'visitor' }
