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
