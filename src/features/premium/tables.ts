import type { PremiumStatus } from './policy.ts'

declare module '#src/platform/db/schema.ts' {
  interface Schema {
    premium: {
      userId: string
      /** Of the user, copied by a trigger: the list is sorted by them. */
      askerName: Kept<string>
      askerEmail: Kept<string>
      askerSounds: Kept<string>
      number: Kept<number | null>
      status: PremiumStatus
      requestedAt: Created
      approvedAt: Date | null
      approvedBy: string | null
    }
  }
}
