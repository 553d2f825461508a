import type { FieldError, ProblemBody } from './problem-body.ts'

export type { FieldError, ProblemBody } from './problem-body.ts'

export const statuses = {
  'signed-out': 401,
  'payment-required': 402,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  invalid: 422,
  'too-fast': 429,
  unavailable: 503,
} as const

export type ProblemName = keyof typeof statuses

const titles: Record<ProblemName, string> = {
  'signed-out': 'Sign in first.',
  'payment-required': 'The payment has not succeeded.',
  forbidden: 'You may not do this.',
  'not-found': 'There is no such thing here.',
  conflict: 'This has already been done.',
  'too-large': 'That is too much at once.',
  'unsupported-media-type': 'Send JSON.',
  invalid: 'Some fields are not filled in correctly.',
  'too-fast': 'Too many requests. Wait a little.',
  unavailable: 'This is not available right now. Try again in a moment.',
}

export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly errors: FieldError[] | undefined
  readonly title: string
  /** Seconds after which trying again makes sense; the `Retry-After` header. */
  readonly retryAfter: number | undefined

  constructor(
    kind: ProblemName,
    more: { code?: string; detail?: string; errors?: FieldError[]; retryAfter?: number } = {},
  ) {
    super(more.detail ?? titles[kind])
    this.status = statuses[kind]
    this.title = titles[kind]
    this.code = more.code ?? kind
    this.errors = more.errors
    this.retryAfter = more.retryAfter ?? (this.status === 503 ? 2 : undefined)
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
