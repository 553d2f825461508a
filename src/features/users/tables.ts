import type { Language } from '#src/texts/texts.tsx'

declare module '#src/platform/db/schema.ts' {
  interface Narrowed {
    /** `sounds` finds names in the other script. Raising `browsersKnown` forgets the browsers known before. */
    users: { language: Language }
  }
}
