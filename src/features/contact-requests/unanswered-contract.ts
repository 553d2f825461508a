import * as z from 'zod/mini'
import { bySelf, endpoint } from '#src/platform/http/contract.ts'
import { asPerson, Id, Modified, text } from '#src/platform/schemas/fields.ts'

/** So long after the first look an asker can say that nobody answers (REQUIREMENTS T3). */
export const reportWithinDays = 14

/** The database checks it too. */
export const longestNote = 500

/** What an administrator decides; `ended`: the request ended first, or one of the two blocked the other. */
export const decisions = ['unanswered', 'answers'] as const
export const outcomes = [...decisions, 'ended'] as const
export type Outcome = (typeof outcomes)[number]

/** Of a request, for its asker: `may` report, has reported, and what came of it. */
export const UnansweredState = z.enum(['may', 'open', ...outcomes])
export type UnansweredState = z.infer<typeof UnansweredState>

export const reportUnanswered = endpoint({
  ...bySelf,
  method: 'POST',
  path: '/me/contact-requests/:id/unanswered',
  summary: `The caller says, within ${reportWithinDays} days of the first look, that nobody answers the number. An administrator checks. 0 when it was said before.`,
  input: z.object({ id: Id, note: z.optional(text(longestNote)), ...asPerson }),
  output: Modified,
  problems: ['not-found', 'conflict'],
})
