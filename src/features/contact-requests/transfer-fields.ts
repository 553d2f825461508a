import * as z from 'zod/mini'
import { wallets } from '#src/platform/money.ts'

// Beside the contracts that have them: one of these is for pages that carry little.

/** Money sent by hand: what its payer told last, and what has come of the fee. */
export const transferFields = {
  reference: z.string(),
  wallet: z.optional(z.enum(wallets)),
  transactionId: z.optional(z.string()),
  lastDigits: z.optional(z.string()),
  answerBy: z.optional(z.string()),
  arrived: z.number(),
  missing: z.number(),
}
