/** A change that makes the program wrong in one place. */
export interface Mutation {
  file: string
  /** Stands in the file exactly once. */
  from: string
  to: string
  /** Files of tests. Words behind a file choose tests in it: a requirement, or a piece of the title. */
  noticedBy: readonly string[]
  /** Why no test can notice it, if none can: nobody could tell the difference. */
  equivalent?: string | undefined
}

type Change = readonly [from: string, to: string, tests?: string | undefined, more?: Pick<Mutation, 'equivalent'>]

/** Mutations of one file; each may name other tests than the rest. */
export const mutationsOf = (file: string, tests: string | readonly string[], changes: readonly Change[]): Mutation[] =>
  changes.map(([from, to, ownTest, more]) => ({
    file,
    from,
    to,
    noticedBy: ownTest ? [ownTest] : typeof tests === 'string' ? [tests] : tests,
    ...more,
  }))

/** The file of tests, and the words behind it. */
export function partsOf(test: string): { file: string; words: string } {
  const [file = '', ...words] = test.split(' ')
  return { file, words: words.join(' ') }
}

/** The titles that are meant. */
export function titlesOf(test: string): RegExp {
  const { words } = partsOf(test)
  const isRequirement = /^[A-Z]\d+[a-z]?$/.test(words)
  return new RegExp(isRequirement ? `\\b${words}\\b` : words.replaceAll(/[()[\]{}.*+?^$|\\]/g, '\\$&'))
}
