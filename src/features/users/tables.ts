import type { Generated } from 'kysely'
import type { Language } from '#src/texts/texts.tsx'

declare module '#src/platform/db/schema.ts' {
  interface Schema {
    users: {
      id: Generated<string>
      name: string
      /** How its words sound, made by the database: what is searched for in the other script. */
      sounds: Kept<string>
      email: string
      emailVerified: Generated<boolean>
      image: string | null
      createdAt: Created
      updatedAt: Created
      role: Generated<'user' | 'admin'>
      language: Generated<Language>
      suspendedAt: Date | null
      /** The administrator's words, which the person reads. */
      suspendedBecause: string | null
      /** Whether `secondFactors` has a verified one: better-auth asks here. */
      twoFactorEnabled: Generated<boolean>
      /** Browsers that were known before it was raised are known no longer. */
      browsersKnown: Generated<number>
    }
    erasures: { id: string; at: Created }
  }
}
