/** A change that makes the program wrong in one place. */
export interface Mutation {
  file: string
  /** Stands in the file exactly once. */
  from: string
  to: string
  /** Files of tests. Behind the file may stand a requirement: then only tests with it in their titles run. */
  noticedBy: readonly string[]
}

/** Mutations of one file; each may name other tests than the rest. */
export const mutationsOf = (
  file: string,
  tests: string | readonly string[],
  changes: (readonly [from: string, to: string, tests?: string])[],
): Mutation[] =>
  changes.map(([from, to, ownTest]) => ({
    file,
    from,
    to,
    noticedBy: ownTest ? [ownTest] : typeof tests === 'string' ? [tests] : tests,
  }))
