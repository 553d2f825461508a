import type { FindingKind } from './contract.ts'
import type { RefundReason } from './policy.ts'

declare module '#src/platform/db/schema.ts' {
  interface Narrowed {
    /**
     * `amount` is in minor units of `currency`. Nothing is refunded before `refundAfter`: the refund was refused, has
     * come back, or is on its way. `declinesKey` is what declined cards of the network it was begun from are counted
     * under, while it is open.
     */
    payments: {
      status: 'created' | 'succeeded' | 'canceled' | 'mismatch' | 'refund_due' | 'refunded' | 'disputed'
      refundBecause: RefundReason
    }
    paymentFindings: { kind: FindingKind }
  }
}
