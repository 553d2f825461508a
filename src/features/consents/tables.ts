import type { ConsentKind } from './policy.ts'

declare module '#src/platform/db/schema.ts' {
  interface Narrowed {
    consents: { what: ConsentKind }
  }
}
