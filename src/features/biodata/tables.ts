import type { ChoiceFilter, Columns, FindField } from './fields.ts'
import type { WishColumns } from './wishes.ts'

declare module '#src/platform/db/schema.ts' {
  interface Narrowed {
    /**
     * If it is not `published`, only its owner and administrators find it. `facts` and `districtFact` are what is
     * compared, one bit for each option.
     */
    biodata: Columns &
      WishColumns & {
        premium: Kept<boolean>
        suspended: Kept<boolean>
        /** With this consent belief is shown, and what is wished of another's. */
        showsFaith: Kept<boolean>
      }
    /**
     * Of published biodata what lists are looked through by: small, so that indexes are read alone. `wished` and
     * `districtsWished` are of the wishes that are shown, as the ends of the ranges are.
     */
    listedBiodata: { number: Kept<number> } & { [N in FindField]: Kept<Columns[N]> }
    biodataCount: { [N in ChoiceFilter]: Kept<string> }
  }
  interface Schema {
    publishedBiodata: Schema['biodata']
  }
}
