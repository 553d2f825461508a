import type { Generated } from 'kysely'
import type { Outcome, Reason } from './contract.ts'

declare module '#src/platform/db/schema.ts' {
  interface Schema {
    blocks: { blockerId: string; blockedId: string; at: Created }
    /** Numbers of biodata, and below zero questions. */
    cardViews: { viewerId: string; at: Date; shown: number[] }
    /** `network` is a hash. */
    networkViews: { network: string; at: Date }
    profileViews: { viewerId: string; ownerId: string; at: Date }
    reports: {
      id: Generated<string>
      reporterId: string | null
      reportedId: string
      /** Of the reported person's biodata, which is all that is left of them once they have left. */
      number: number | null
      reason: Reason
      words: string | null
      at: Created
      outcome: Outcome | null
      answer: string | null
      answeredAt: Date | null
      answeredBy: string | null
    }
  }
}
