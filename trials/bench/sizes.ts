/** How much is measured. */
export interface Sizes {
  rounds: number
  /** That one measurement of a rate takes. */
  seconds: number
  /** Biodata in the usual database. */
  people: number
  /** Biodata in the one that shows that nothing grows. */
  many: number
  /** Where generated databases are kept for the next time. */
  folder: string | undefined
}
