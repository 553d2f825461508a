import * as z from 'zod/mini'
import { type Decoded, Id, renamed } from './fields.ts'

/** The same thing done to many at once: which, and how it went with each. */
export const bulkInput = z.object({
  ids: z
    .array(Id, 'must be a list of ids')
    .check(z.minLength(1, 'must not be empty'), z.maxLength(100, 'must be 100 at most')),
})

const outcome = {
  id: Id,
  /** `before`: somebody else had done it. `failed`: it may work when tried again. */
  outcome: z.enum(['done', 'before', 'missing', 'failed']),
}
export type Outcome = Decoded<typeof outcome>

export const bulkOutput = z.object({ results: z.array(renamed(outcome, { id: '_id' })) })
