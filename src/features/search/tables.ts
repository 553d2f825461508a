import type { Wish } from '#src/features/biodata/index.ts'

declare module '#src/platform/db/schema.ts' {
  interface Narrowed {
    visits: { leftOut: Wish }
  }
}
