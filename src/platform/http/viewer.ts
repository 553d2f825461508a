import type { Language } from '#src/platform/i18n/texts.tsx'
/** Who is looking. Made from the session on every request and from nothing else. */
export type Viewer = { kind: 'visitor' } | Member

export interface Member {
  kind: 'member'
  userId: string
  sessionId: string
  email: string
  isVerified: boolean
  /** In which mails are written. */
  language: Language
  name: string
  isAdmin: boolean
  isPremium: boolean
}

export const visitor: Viewer = { kind: 'visitor' }
