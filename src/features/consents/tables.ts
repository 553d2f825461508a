import type { Generated } from 'kysely'
import type { ConsentKind } from './policy.ts'

declare module '#src/platform/db/schema.ts' {
  interface Schema {
    consents: {
      id: Generated<string>
      userId: string
      what: ConsentKind
      version: number
      givenAt: Created
      takenBackAt: Date | null
    }
  }
}
