import * as z from 'zod/mini'
import { AttestedList } from '#src/features/attestations/contract.ts'
import { wireNames as biodataNames, cardSchemas } from '#src/features/biodata/contract.ts'
import { openSchemas } from '#src/features/biodata/index.ts'
import { shortlistPath } from '#src/features/favourites/contract.ts'
import { QuotedFit } from '#src/features/matching/contract.ts'
import { pagedEndpoint, pageInput } from '#src/platform/http/contract.ts'
import { type Decoded, Id, renamed } from '#src/platform/schemas/fields.ts'

const wireNames = { ...biodataNames, favouriteId: 'favorite_id' } as const

const { name, nameInOtherScript, feet, inch, maritalStatus, district } = openSchemas
const { education, profession, religion, fatherOccupation } = openSchemas
const shortlistedFields = {
  ...cardSchemas,
  ...{ name, nameInOtherScript, feet, inch, maritalStatus, district },
  ...{ education, profession, religion, fatherOccupation },
  favouriteId: Id,
  /** What the bureau has seen or heard of this person. */
  attested: z.optional(AttestedList),
  /** The caller's own. */
  note: z.optional(z.string()),
  /** Of the caller's request for the contact; absent for none. */
  request: z.optional(z.enum(['pending', 'approve'])),
  /** Null where the caller has no biodata, absent where there is nothing to compare. */
  fit: z.optional(z.nullable(QuotedFit)),
}
export type Shortlisted = Decoded<typeof shortlistedFields>

const mostCompared = 2

const Numbers = z.codec(
  z
    .string('must be numbers')
    .check(z.regex(/^\d{1,9}(,\d{1,9})?$/, `must be up to ${mostCompared} numbers with a comma between them`)),
  z.array(z.int()),
  { decode: (text) => text.split(',').map(Number), encode: (numbers) => numbers.join() },
)

export const listShortlist = pagedEndpoint({
  path: shortlistPath,
  summary:
    "The caller's favourites, newest first, with what families compare: facts of the profile, how both fit, the own note and the state of the request. `numbers` names up to two of them.",
  access: 'member',
  input: z.object({ numbers: z.optional(Numbers), ...pageInput }),
  output: z.array(renamed(shortlistedFields, wireNames)),
})
