import * as z from 'zod/mini'
import { rowNames } from '#src/features/admin-list/index.ts'
import { decisions, outcomes } from '#src/features/contact-requests/unanswered-contract.ts'
import { endpoint, pagedEndpoint, pageInput } from '#src/platform/http/contract.ts'
import { type Decoded, Id, Modified, renamed } from '#src/platform/schemas/fields.ts'

const Decision = z.enum(decisions, `must be ${decisions.join(' or ')}`)
export type Decision = z.infer<typeof Decision>

const reportFields = {
  /** Of the request. */
  id: Id,
  /** `made`: reports of this person, `found`: those that were found true. */
  reporter: z.object({ id: Id, name: z.string(), number: z.nullable(z.int()), made: z.int(), found: z.int() }),
  owner: z.object({ id: Id, name: z.string(), number: z.int() }),
  /** The number that was reported is a guardian's. */
  isGuardians: z.boolean(),
  note: z.nullable(z.string()),
  date: z.string(),
  firstSeenAt: z.string(),
  /** The day on which the bureau last heard somebody at the owner's number; null without such an attestation. */
  attestedOn: z.nullable(z.string()),
  hasFee: z.boolean(),
  outcome: z.nullable(z.enum(outcomes)),
  decidedAt: z.nullable(z.string()),
  /** Null where nobody decided, or the account is gone. */
  decidedBy: z.nullable(z.string()),
}
export type UnansweredReport = Decoded<typeof reportFields>

export const listUnanswered = pagedEndpoint({
  path: '/unanswered-reports',
  summary:
    'Numbers that nobody answers: what waits, the longest first, or what was decided, the latest first. Nobody reads reports that they made, or of a number of their own or of their ward.',
  access: 'admin',
  input: z.object({ ...pageInput, state: z.optional(z.enum(['open', 'decided'], 'must be open or decided')) }),
  output: z.array(renamed(reportFields, rowNames)),
})

export const showNumber = endpoint({
  method: 'POST',
  path: '/unanswered-reports/:id/number',
  summary:
    'The number that was reported, while nobody has decided. The contact ledger records the look. `isChanged`: another one is shown by now.',
  access: 'admin',
  input: z.object({ id: Id }),
  output: z.object({ phone: z.string(), isChanged: z.boolean() }),
  problems: ['not-found'],
})

export const decideUnanswered = endpoint({
  method: 'PATCH',
  path: '/unanswered-reports/:id',
  summary:
    '`unanswered`: the request ends, its fee goes back and the owner is asked to confirm. `answers`: the asker is told so, and nothing else changes. 0 when it was decided so before.',
  access: 'admin',
  input: z.object({ id: Id, outcome: Decision }),
  output: Modified,
  problems: ['not-found', 'conflict'],
})
