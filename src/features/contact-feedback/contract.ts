import * as z from 'zod/mini'
import { rowNames } from '#src/features/admin-list/index.ts'
import { bySelf, endpoint } from '#src/platform/http/contract.ts'
import { asPerson, type Decoded, Deleted, Id, Modified, renamed, text } from '#src/platform/schemas/fields.ts'
import { howRight, longestNote } from './policy.ts'

const HowRight = z.enum(howRight, 'must be yes, partly or no')

const questionFields = {
  /** Of the contact request. */
  id: Id,
  number: z.int(),
  /** Absent while the caller does not find the person. */
  name: z.optional(z.string()),
  nameInOtherScript: z.optional(z.string()),
  /** The last day on which it is asked, in Bangladesh. */
  until: z.string(),
}
export type Question = Decoded<typeof questionFields>

export const openQuestions = endpoint({
  path: '/me/contact-feedback',
  summary: 'The contacts of which the caller is asked how it went, the oldest question first.',
  access: 'member',
  output: z.array(renamed(questionFields, rowNames)),
})

export const answerQuestion = endpoint({
  ...bySelf,
  method: 'POST',
  path: '/me/contact-feedback/:id',
  summary:
    'The caller says whether the family answered and, if it did, whether the biodata was right; for administrators only. 0 once it was answered or declined, or is no longer asked.',
  input: z.object({
    id: Id,
    didAnswer: z.boolean('must be true or false'),
    wasRight: z.optional(HowRight),
    note: z.optional(text(longestNote)),
    ...asPerson,
  }),
  output: Modified,
  problems: ['not-found'],
})

export const declineQuestion = endpoint({
  method: 'DELETE',
  path: '/me/contact-feedback/:id',
  summary: 'The caller does not answer this question; it does not come back. 0 as above.',
  access: 'member',
  input: z.object({ id: Id }),
  output: Deleted,
  problems: ['not-found'],
})

const saidFields = {
  /** Of the contact request. */
  id: Id,
  on: z.string(),
  askerId: Id,
  asker: z.string(),
  didAnswer: z.boolean(),
  wasRight: z.nullable(HowRight),
  note: z.nullable(z.string()),
}
export type SaidOfPerson = Decoded<typeof saidFields>

export const feedbackOn = endpoint({
  path: '/people/:id/contact-feedback',
  summary: 'What askers said of a person, counted, and the latest; null for the caller, whom others read about.',
  access: 'admin',
  input: z.object({ id: Id }),
  output: z.nullable(
    z.object({
      answered: z.int(),
      unanswered: z.int(),
      right: z.int(),
      partlyRight: z.int(),
      wrong: z.int(),
      latest: z.array(renamed(saidFields, rowNames)),
    }),
  ),
})
