import type { Generated } from 'kysely'
import type { FindingKind } from './contract.ts'
import type { RefundReason } from './policy.ts'

declare module '#src/platform/db/schema.ts' {
  interface Schema {
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
      /** Not before then: the refund was refused, has come back, or is on its way. */
      refundAfter: Date | null
      refundedByHand: Generated<boolean>
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
  }
}
