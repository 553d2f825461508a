export {}

/** What is counted by day, see `counts_of` in migrations/0007-administration.sql. */
type Counted =
  | 'accounts'
  | 'biodata'
  | 'contact requests'
  | 'contact requests waiting'
  | 'premium requests waiting'
  | 'approvals'
  | 'paid'
  | 'kept'
  | 'went back'

declare module '#src/platform/db/schema.ts' {
  interface Narrowed {
    /** `amount` is in minor units of `currency`, which is empty but for money. The day `-infinity` is all together. */
    dayCount: { what: Kept<Counted> }
  }
  interface Schema {
    countedByDay: Schema['dayCount']
  }
}
