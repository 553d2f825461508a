import * as z from 'zod/mini'
import { endpoint } from '#src/platform/http/contract.ts'
import { line } from '#src/platform/schemas/fields.ts'

// Beside the others, because its page is also for people who are not signed in and carry less.

const PaymentOutcome = z.enum(['paid', 'open', 'review', 'canceled', 'returned', 'mismatch'])
export type PaymentOutcome = z.infer<typeof PaymentOutcome>

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
  }),
  asksOutside: true,
  problems: ['not-found'],
})
