import * as z from 'zod/mini'
import { endpoint } from '#src/platform/http/contract.ts'
import { line } from '#src/platform/schemas/fields.ts'
import { transferFields } from './transfer-fields.ts'

// Beside the others, because its page is also for people who are not signed in and carry less.

/**
 * Of money sent by hand: `told`, its payer says so; `claimed-twice`, somebody else names the same transaction; `short`, the
 * rest is missing; `not-found`, the statement has no such transaction.
 */
const byHand = ['told', 'claimed-twice', 'short', 'not-found'] as const
const PaymentOutcome = z.enum(['paid', 'open', 'review', 'canceled', 'returned', 'mismatch', ...byHand])
export type PaymentOutcome = z.infer<typeof PaymentOutcome>

const Transfer = z.object(transferFields)
export type Transfer = z.infer<typeof Transfer>

export const checkPayment = endpoint({
  method: 'POST',
  path: '/payment-checks',
  summary:
    'What became of a payment, asked at its provider. The reference is of the address that the payer came back to; without a session, ' +
    'or with another one, it opens no more than this answer.',
  access: 'visitor',
  input: z.object({ reference: line(40) }),
  output: z.object({
    outcome: PaymentOutcome,
    price: z.number(),
    currency: z.string(),
    /** Only for its payer: the biodata that it is for. */
    bioDataId: z.optional(z.int()),
    /** Only for its payer. */
    transfer: z.optional(Transfer),
  }),
  asksOutside: true,
  problems: ['not-found'],
})
