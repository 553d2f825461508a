import * as z from 'zod/mini'
import { pagedEndpoint } from '#src/platform/http/contract.ts'
import { type Decoded, renamed } from '#src/platform/http/fields.ts'
import { rowAction } from '#src/platform/http/lists.ts'
import { pageInput } from '#src/platform/http/paging.ts'

/** What an administrator has to look at: what the provider was paid and we do not know, and what went another way. */
const FindingKind = z.enum(['unknown', 'mismatch', 'refund refused', 'refunded', 'refunded in part', 'disputed'])
export type FindingKind = z.infer<typeof FindingKind>

const FindingId = z.string().check(z.regex(/^\d{1,15}$/, 'must be a number'))

const findingFields = {
  id: FindingId,
  kind: FindingKind,
  transactionId: z.string(),
  price: z.number(),
  currency: z.string(),
  /** The provider's own word for it. */
  detail: z.nullable(z.string()),
  date: z.string(),
  done: z.boolean(),
  /** Who paid, and the biodata it was for; null where that is not known, or gone. */
  person: z.nullable(z.object({ name: z.string(), email: z.string() })),
  number: z.nullable(z.int()),
}
export type Finding = Decoded<typeof findingFields>

export const listFindings = pagedEndpoint({
  method: 'GET',
  path: '/payment-findings',
  summary:
    'Payments that need a look, the latest first: paid at the provider and not known here, refused refunds, and what ' +
    'went back at the provider.',
  access: 'admin',
  input: z.object(pageInput),
  output: z.array(renamed(findingFields, { id: '_id', number: 'bioDataId' })),
})

export const settleFinding = rowAction(
  '/payment-findings/:id',
  'Says that a payment was dealt with; 0 when that was said before.',
  { id: FindingId },
)
