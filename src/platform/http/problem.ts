import type { FieldError, ProblemBody } from './problem-body.ts'

export type { FieldError, ProblemBody } from './problem-body.ts'

export const kinds = {
  'signed-out': { status: 401, title: 'Sign in first.' },
  'payment-required': { status: 402, title: 'The payment has not succeeded.' },
  forbidden: { status: 403, title: 'You may not do this.' },
  'not-found': { status: 404, title: 'There is no such thing here.' },
  conflict: { status: 409, title: 'This has already been done.' },
  'too-large': { status: 413, title: 'That is too much at once.' },
  'unsupported-media-type': { status: 415, title: 'Send JSON.' },
  invalid: { status: 422, title: 'Some fields are not filled in correctly.' },
  'too-fast': { status: 429, title: 'Too many requests. Wait a little.' },
  unavailable: { status: 503, title: 'This is not available right now. Try again in a moment.' },
} as const

export type ProblemName = keyof typeof kinds

export class Problem extends Error {
  readonly status: number
  readonly title: string
  readonly code: string
  readonly errors: FieldError[] | undefined
  /** Seconds after which trying again makes sense; the `Retry-After` header. */
  readonly retryAfter: number | undefined

  constructor(
    kind: ProblemName,
    more: { code?: string; detail?: string; errors?: FieldError[]; retryAfter?: number } = {},
  ) {
    const { status, title } = kinds[kind]
    super(more.detail ?? title)
    this.status = status
    this.title = title
    this.code = more.code ?? kind
    this.errors = more.errors
    this.retryAfter = more.retryAfter ?? (status === 503 ? 2 : undefined)
  }

  get body(): ProblemBody {
    return {
      type: 'about:blank',
      title: this.title,
      status: this.status,
      code: this.code,
      ...(this.message === this.title ? {} : { detail: this.message }),
      ...(this.errors ? { errors: this.errors } : {}),
    }
  }
}

export const invalid = (field: string, message: string, more: Pick<FieldError, 'code' | 'limit'> = {}) =>
  new Problem('invalid', { errors: [{ field, message, ...more }] })
/** Refuses what was typed into a field, with a `code` by which the page knows its own words for it. */
export const refusal = (field: string, code: string, message: string) =>
  new Problem('invalid', { code, errors: [{ field, message }] })
export const overloaded = () => new Problem('unavailable', { code: 'overloaded', retryAfter: 1 })
export const notFound = () => new Problem('not-found')

/** What was looked for. @throws Problem 404 when it is not there */
export function found<T>(sought: T | undefined): T {
  if (sought === undefined) throw notFound()
  return sought
}
