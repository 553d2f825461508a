import type { Right } from './policy.ts'

declare module '#src/platform/db/schema.ts' {
  interface Narrowed {
    /** `viewerNumber`, of the viewer's biodata, is all that is left of them once they have left. */
    contactViews: { byRight: Right }
  }
}
