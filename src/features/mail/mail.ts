import type { findings } from '#src/texts/en/admin.ts'
import type { mail } from '#src/texts/en/server.ts'

/** A mail by its kind and what only this one says. Its words are in the language files (`server.ts`). */
export type Mail =
  /** `link` is absolute. */
  | { kind: 'verify' | 'reset'; link: string }
  /** `number` is that of the biodata whose contact was asked for. */
  | { kind: 'contact-approved'; number: number }
  /** Without a reason: the person asked for can no longer be asked. */
  | { kind: 'fee-goes-back'; number: number; because?: 'suspended' }
  | { kind: 'fee-goes-back'; because: 'not named' }
  /** What came of money that was sent by hand. */
  | { kind: 'transfer'; outcome: keyof (typeof mail)['transfer']; number?: number; page: string }
  /** Refused, or its approval taken back, for a reason in the administrator's words; the fee goes back. */
  | { kind: 'contact-refused'; why: 'refused' | 'withdrawn'; number: number; reason: string; hasFee: boolean }
  /** Somebody asks for the contact of the recipient, or of their ward, who has until then to answer. */
  | { kind: 'asked'; what: 'asked' | 'reminder'; request: string; until: string; ward?: number | undefined }
  /** What a family says, or that the request has ended; never why. */
  | { kind: 'family-answer'; answer: 'forwarded'; number: number; until?: string | undefined }
  | { kind: 'family-answer'; answer: 'not now' | 'over' | 'ended'; number: number; hasFee: boolean }
  /** To somebody who may have no account here; `from` is the name of who invites. */
  | { kind: 'guardian-invitation'; link: string; from: string }
  | { kind: 'guardian'; event: keyof (typeof mail)['guardian'] }
  | { kind: 'premium-approved' }
  | { kind: 'contact-seen'; undone?: true }
  /** So many people are new in a saved search; which one, and who they are, no mail says. */
  | { kind: 'search'; found: number }
  | { kind: 'new-request'; request: 'contact' | 'premium' | 'transfer' | 'unanswered'; number: number }
  | { kind: 'payment-finding'; finding: keyof (typeof findings)['kinds'] }
  | { kind: 'account-changed'; change: keyof (typeof mail)['accountChanged'] }
  | { kind: 'second-factor'; change: keyof (typeof mail)['secondFactor'] }
  /** The reporter was told that the answer comes within so many days. */
  | { kind: 'new-report'; days: number }
  | { kind: 'report-answered' }
  /** Whether the biodata is still right; `link` is absolute and answers without a session. */
  | { kind: 'still-right'; state: 'asked' | 'paused' | 'unanswered'; link: string }
  | { kind: 'attestation' }
  /** How it went with a contact that the recipient has seen. */
  | { kind: 'feedback'; number: number }
  /** The recipient could not be reached at the number of the biodata, or at the one shown for a ward. */
  | { kind: 'number-unanswered'; of: 'own' | 'ward' }
  /** What an administrator found of a number that the recipient could not reach. */
  | { kind: 'number-checked'; outcome: keyof (typeof mail)['numberChecked']; number: number; hasFee: boolean }
  | { kind: 'contact-form'; name: string; email: string; message: string }
