import type { Outcome, Reason } from './contract.ts'

declare module '#src/platform/db/schema.ts' {
  interface Narrowed {
    /** `number`, of the reported person's biodata, is all that is left of them once they have left. */
    reports: { reason: Reason; outcome: Outcome }
  }
}
