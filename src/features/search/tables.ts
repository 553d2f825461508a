import type { Wish } from '#src/features/biodata/index.ts'

declare module '#src/platform/db/schema.ts' {
  interface Schema {
    visits: {
      userId: string
      lookedAt: Date
      lookedUpTo: number
      since: Date | null
      sinceNumber: number | null
      leftOut: Wish | null
    }
  }
}
