import type { HowOften } from './policy.ts'

declare module '#src/platform/db/schema.ts' {
  interface Narrowed {
    savedSearches: { howOften: HowOften }
  }
}
