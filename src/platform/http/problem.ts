import * as z from 'zod/mini'

const FieldError = z.object({
  field: z.string(),
  message: z.string(),
  /** A stable word for programs, where the field alone does not say what is wrong. */
  code: z.optional(z.string()),
  /** The number that `code` is about. */
  limit: z.optional(z.number()),
})
export type FieldError = z.output<typeof FieldError>

/** The body of every error answer: `application/problem+json`, RFC 9457. */
export const ProblemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  code: z.string(),
  errors: z.optional(z.array(FieldError)),
})
export type ProblemBody = z.output<typeof ProblemBody>

export const kinds = {
  'signed-out': [401, 'Sign in first.'],
  'payment-required': [402, 'The payment has not succeeded.'],
  forbidden: [403, 'You may not do this.'],
  'not-found': [404, 'There is no such thing here.'],
  conflict: [409, 'This has already been done.'],
  'too-large': [413, 'That is too much at once.'],
  'unsupported-media-type': [415, 'Send JSON.'],
  invalid: [422, 'Some fields are not filled in correctly.'],
  'too-fast': [429, 'Too many requests. Wait a little.'],
  unavailable: [503, 'This is not available right now. Try again in a moment.'],
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
    const [status, title] = kinds[kind]
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
