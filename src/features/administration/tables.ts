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
  interface Schema {
    dayCount: {
      what: Kept<Counted>
      /** Of money; else empty. */
      currency: Kept<string>
      /** By the site's calendar; `-infinity` is all days together. */
      day: Kept<Day>
      n: Kept<string>
      /** Minor units of `currency`. */
      amount: Kept<string>
    }
    dayCountChange: Schema['dayCount']
    countedByDay: Schema['dayCount']
  }
}
