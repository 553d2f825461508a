import type { Generated } from 'kysely'
import type { ContactFor } from '#src/features/contact-requests/policy.ts'
import type { ChoiceFilter, Columns, FindField } from './fields.ts'
import type { Presence } from './policy.ts'
import type { NumberWish, WishColumns } from './wishes.ts'

declare module '#src/platform/db/schema.ts' {
  interface Schema {
    biodata: {
      id: string
      number: Generated<number>
      premium: Kept<boolean>
      presence: Generated<Presence>
      presenceSince: Created
      unpublished: Generated<boolean>
      suspended: Kept<boolean>
      /** Whether anybody but the owner and administrators finds it. */
      published: Kept<boolean>
      contactFor: Generated<ContactFor>
      createdAt: Created
      updatedAt: Created
      /** Of what is compared, one bit for each option. */
      facts: Kept<string>
      districtFact: Kept<string>
      partnerWishesPrivate: Generated<boolean>
      /** With this consent belief is shown, and what is wished of another's. */
      showsFaith: Kept<boolean>
    } & Columns & { [N in keyof WishColumns]: Generated<WishColumns[N]> }
    publishedBiodata: Schema['biodata']
    /** Of published biodata what lists are looked through by: small, so that indexes are read alone. */
    listedBiodata: {
      number: Kept<number>
      facts: Kept<string>
      districtFact: Kept<string>
      /** Of the wishes that are shown, as the ends of the ranges are. */
      wished: Kept<string>
      districtsWished: Kept<string>
      wishWeight: Kept<number>
      musts: Kept<number>
    } & { [N in FindField]: Kept<Columns[N]> } & {
      [W in NumberWish as `${W}${'Least' | 'Most'}`]: Kept<number>
    }
    biodataCount: {
      period: Kept<'year' | 'month'>
      since: Kept<Day>
      n: Kept<number>
    } & { [N in ChoiceFilter]: Kept<string> }
  }
}
