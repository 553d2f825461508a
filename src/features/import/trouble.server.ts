import type { FileTrouble } from './policy.ts'

/** A file that is refused as a whole. */
export class NotImportable extends Error {
  readonly trouble: FileTrouble
  readonly columns: string[]
  /** The line of headings, where there is one. */
  readonly headings: { heading: string; column?: string | undefined }[]

  constructor(
    trouble: FileTrouble,
    more: Partial<Pick<NotImportable, 'columns' | 'headings' | 'message'>> & ErrorOptions = {},
  ) {
    super(more.message ?? trouble, { cause: more.cause })
    this.trouble = trouble
    this.columns = more.columns ?? []
    this.headings = more.headings ?? []
  }
}
