import type { Generated } from 'kysely'
import type { Right } from './policy.ts'

declare module '#src/platform/db/schema.ts' {
  interface Schema {
    contactViews: {
      id: Generated<string>
      at: Created
      ownerId: string
      viewerId: string
      /** The number of the viewer's biodata, which is all that is left of them once they have left. */
      viewerNumber: number | null
      byRight: Right
      inFile: Generated<boolean>
      reason: string | null
    }
  }
}
