import type { ColumnType, Generated } from 'kysely'
import type { Division, Gender, Occupation, SkinColor } from '#src/biodata/contract.ts'
import type { RequestStatus } from '#src/contact-requests/contract.ts'
import type { FindingKind } from '#src/payments/contract.ts'
import type { RefundReason } from '#src/payments/provider.ts'
import type { Language } from '#src/platform/i18n/texts.tsx'
import type { Mail } from '#src/platform/mail/outbox.server.ts'

/** Written by the database; our code only reads it. */
type Kept<T> = ColumnType<T, never, never>
type Created = Generated<Date>
/** A calendar day, `YYYY-MM-DD`. The driver is told not to make a Date of it, which would move it by a time zone. */
type Day = string

export interface Schema {
  users: {
    id: Generated<string>
    name: string
    email: string
    emailVerified: Generated<boolean>
    image: string | null
    createdAt: Created
    updatedAt: Created
    role: Generated<'user' | 'admin'>
    language: Generated<Language>
  }
  sessions: {
    id: Generated<string>
    userId: string
    token: string
    expiresAt: Date
    ipAddress: string | null
    userAgent: string | null
    createdAt: Created
    updatedAt: Created
  }
  accounts: {
    id: Generated<string>
    userId: string
    providerId: string
    accountId: string
    password: string | null
    accessToken: string | null
    refreshToken: string | null
    idToken: string | null
    accessTokenExpiresAt: Date | null
    refreshTokenExpiresAt: Date | null
    scope: string | null
    createdAt: Created
    updatedAt: Created
  }
  verifications: {
    id: Generated<string>
    identifier: string
    value: string
    expiresAt: Date
    createdAt: Created
    updatedAt: Created
  }
  mailedLinks: { tokenHash: Buffer; userId: string; purpose: 'verify' | 'reset'; expiresAt: Date }
  attempts: { key: string; fullAt: Date }
  biodata: {
    id: string
    number: Generated<number>
    name: string
    gender: Gender
    photoUrl: string | null
    birth: Day
    skinColor: SkinColor
    /** Inches, 37 to 144. */
    height: number
    /** Kilograms. */
    weight: number
    occupation: Occupation
    fatherName: string
    motherName: string
    division: Division
    presentDivision: Division
    partnerAge: number
    partnerHeight: number
    partnerWeight: number
    /** E.164. */
    phone: string
    premium: Kept<boolean>
    createdAt: Created
    updatedAt: Created
  }
  biodataCount: { gender: Kept<Gender>; division: Kept<Division>; month: Kept<Day>; n: Kept<number> }
  premium: {
    userId: string
    status: 'pending' | 'approve'
    requestedAt: Created
    approvedAt: Date | null
    approvedBy: string | null
  }
  favourites: { id: Generated<string>; ownerId: string; biodataId: string; createdAt: Created }
  payments: {
    id: Generated<string>
    provider: string
    providerRef: string | null
    /** Null once the person has deleted the account. */
    userId: string | null
    biodataId: string | null
    /** Minor units of `currency`. */
    amount: number
    currency: string
    status: Generated<'created' | 'succeeded' | 'canceled' | 'mismatch' | 'refund_due' | 'refunded' | 'disputed'>
    lastError: string | null
    refundBecause: RefundReason | null
    /** Not before then: the provider has refused the refund. */
    refundAfter: Date | null
    /** What declined cards of the network it was begun from are counted under, while it is open. */
    declinesKey: string | null
    createdAt: Created
    updatedAt: Created
  }
  paymentFindings: {
    id: Generated<string>
    provider: string
    providerRef: string
    kind: FindingKind
    /** Minor units of `currency`. */
    amount: number
    currency: string
    detail: string | null
    foundAt: Created
    doneAt: Date | null
  }
  paymentSweeps: { provider: string; sweptUntil: Date }
  providerEvents: { provider: string; eventId: string; type: string; receivedAt: Created }
  contactRequests: {
    id: Generated<string>
    userId: string
    /** Null once the biodata is deleted; `number` says which it was. */
    biodataId: string | null
    number: Kept<number>
    paymentId: string
    status: Generated<RequestStatus>
    deleted: Generated<boolean>
    requestedAt: Created
    approvedAt: Date | null
    approvedBy: string | null
  }
  auditLog: { id: Generated<string>; at: Created; actorId: string | null; action: string; subjectId: string | null }
  outbox: {
    id: Generated<string>
    recipient: string
    language: Language
    kind: Mail['kind']
    /** Blanked once the mail is sent or given up. */
    content: Mail | null
    status: Generated<'waiting' | 'sending' | 'sent' | 'failed'>
    attempts: Generated<number>
    dueAt: Created
    lastError: string | null
    createdAt: Created
    sentAt: Date | null
  }
  site: { one: Generated<boolean>; mode: 'demo' | 'serve' }
}
