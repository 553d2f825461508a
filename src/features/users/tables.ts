import type { Language } from '#src/texts/texts.tsx'

declare module '#src/platform/db/schema.ts' {
  interface Narrowed {
    /**
     * `sounds` is what is searched for in the other script. The person reads `suspendedBecause`. Browsers that were known
     * before `browsersKnown` was raised are known no longer.
     */
    users: { language: Language }
  }
}
