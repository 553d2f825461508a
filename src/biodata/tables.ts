import type { Generated } from 'kysely'
import type { ChoiceFilter, Columns } from './fields.ts'

declare module '#src/platform/db/schema.ts' {
  interface Schema {
    biodata: {
      id: string
      number: Generated<number>
      premium: Kept<boolean>
      createdAt: Created
      updatedAt: Created
    } & Columns
    biodataCount: {
      month: Kept<Day>
      n: Kept<number>
    } & { [N in ChoiceFilter]: Kept<Columns[N]> }
  }
}
