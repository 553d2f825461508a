import type { Generated } from 'kysely'

declare module '#src/platform/db/schema.ts' {
  interface Schema {
    suspiciousTexts: {
      id: Generated<string>
      userId: string
      /** A field of the biodata, `account` or `several`. */
      field: string
      textHash: string
      foundAt: Created
      fineAt: Date | null
      fineBy: string | null
    }
  }
}
