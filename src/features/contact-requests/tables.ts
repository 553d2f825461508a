import type { Generated } from 'kysely'
import type { RequestStatus } from './contract.ts'

declare module '#src/platform/db/schema.ts' {
  interface Schema {
    contactRequests: {
      id: Generated<string>
      userId: string
      /** Of who asks, copied by a trigger: the list is sorted by them. */
      askerName: Kept<string>
      askerEmail: Kept<string>
      askerSounds: Kept<string>
      /** Null once the biodata is deleted; `number` says which it was. */
      biodataId: string | null
      number: Kept<number>
      paymentId: string
      status: Generated<RequestStatus>
      deleted: Generated<boolean>
      requestedAt: Created
      approvedAt: Date | null
      approvedBy: string | null
      /** When it was withdrawn or refused, by which administrator, and the words that the payer reads. */
      endedAt: Date | null
      endedBy: string | null
      endedBecause: string | null
    }
  }
}
