import type { ChoiceFilter, Columns, FindField } from './fields.ts'
import type { WishColumns } from './wishes.ts'

declare module '#src/platform/db/schema.ts' {
  interface Narrowed {
    /** Unless `published`, only its owner and administrators find it. `facts` and `districtFact`: a bit per option. */
    biodata: Columns &
      WishColumns & {
        premium: Kept<boolean>
        suspended: Kept<boolean>
        /** With this consent belief is shown, and what is wished of another's. */
        showsFaith: Kept<boolean>
      }
    /** What lists of published biodata compare: small, so that indexes are read alone. It has only the wishes shown. */
    listedBiodata: { number: Kept<number> } & { [N in FindField]: Kept<Columns[N]> }
    biodataCount: { [N in ChoiceFilter]: Kept<string> }
  }
  interface Schema {
    publishedBiodata: Schema['biodata']
  }
}
