import type { Generated } from 'kysely'
import type { HowOften } from './policy.ts'

declare module '#src/platform/db/schema.ts' {
  interface Schema {
    savedSearches: {
      id: Generated<string>
      ownerId: string
      place: number
      name: string
      search: string
      howOften: HowOften
      createdAt: Created
      toldUpTo: number
      toldAt: Date | null
      dueAt: Date | null
    }
  }
}
