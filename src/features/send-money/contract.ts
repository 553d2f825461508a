import * as z from 'zod/mini'
import { mostAtOnce, rowNames } from '#src/features/admin-list/index.ts'
import { endpoint, pagedEndpoint } from '#src/platform/http/contract.ts'
import { wallets } from '#src/platform/money.ts'
import { type Decoded, Id, line, Modified, renamed } from '#src/platform/schemas/fields.ts'
import { readLastDigits, readTransactionId } from './policy.ts'

/** The words of a refusal name what is asked for; what is typed is brought into the form of a statement. */
const readBy = (read: (typed: string) => string | undefined, message: string) =>
  z.string(message).check(
    z.maxLength(100, message),
    z.overwrite((typed) => read(typed) ?? ''),
    z.regex(/./, message),
  )
const TransactionId = readBy(readTransactionId, 'must be the id of a transaction: letters and digits from the receipt')
const LastDigits = readBy(readLastDigits, 'must be the last four digits of a number')
const Wallet = z.enum(wallets, `must be one of: ${wallets.join(', ')}`)

export const claimTransfer = endpoint({
  method: 'POST',
  path: '/transfer-claims',
  summary:
    'The payer has sent the money by hand, or names another transaction than before. `reference` is the payment’s, of its page. Nothing is ' +
    'credited before an administrator has seen the money.',
  access: 'member',
  input: z.object({
    reference: line(40),
    wallet: Wallet,
    transactionId: TransactionId,
    lastDigits: LastDigits,
  }),
  output: Modified,
  problems: ['not-found', 'conflict'],
})

export const wantRefund = endpoint({
  method: 'POST',
  path: '/transfer-refunds',
  summary:
    'The payer does not send the rest of a fee: the site refunds what has arrived. 0 when the refund is due already.',
  access: 'member',
  input: z.object({ reference: line(40) }),
  output: Modified,
  problems: ['not-found', 'conflict'],
})

const Payer = z.nullable(z.object({ id: Id, name: z.string() }))
const moment = z.string()

const claimFields = {
  id: Id,
  /** When the payer told of it, and until when an answer is promised. */
  date: moment,
  answerBy: moment,
  /** Null once the account is gone. */
  payer: Payer,
  /** The biodata whose contact is paid for, while it is here. */
  number: z.nullable(z.int()),
  wallet: Wallet,
  transactionId: z.string(),
  lastDigits: z.nullable(z.string()),
  /** What the payer writes beside the money. */
  reference: z.string(),
  /** What is still missing of the fee; `arrived` is what came before. */
  price: z.number(),
  arrived: z.number(),
  currency: z.string(),
  /** `claimed`: another payer waits with the same transaction. `used`: it has paid before. Nobody is credited. */
  trouble: z.nullable(z.enum(['claimed', 'used'])),
  /** What the first administrator has read, where two have to. */
  read: z.nullable(z.object({ by: z.nullable(z.string()), isYours: z.boolean(), price: z.number(), at: moment })),
}
export type Claim = Decoded<typeof claimFields>

export const listClaims = pagedEndpoint({
  path: '/transfers',
  summary: 'Money that payers say they have sent by hand and that nobody has confirmed yet, the oldest first.',
  access: 'admin',
  output: z.array(renamed(claimFields, rowNames)),
})

/**
 * `paid`: the fee is here. `short`: the rest of it is missing. `returned`: it is to be refunded. `second`: another administrator has
 * to read it too. `before`: it was decided before.
 */
const outcomes = ['paid', 'short', 'returned', 'second', 'before'] as const
export type Read = (typeof outcomes)[number]

/** Typed as the statement has it; times without a zone are on the clocks of Bangladesh. */
const asRead = { amount: line(40), at: line(40) }

export const confirmTransfer = endpoint({
  method: 'PATCH',
  path: '/transfers/:id',
  summary:
    'Confirms money by what the wallet’s own statement says: the sum, and when. Another sum than the fee is never rounded: less is kept ' +
    'until the rest comes, more is refunded.',
  access: 'admin',
  input: z.object({ id: Id, ...asRead }),
  output: z.object({ outcome: z.enum(outcomes) }),
  problems: ['conflict'],
})

export const confirmTransfers = endpoint({
  method: 'PATCH',
  path: '/transfers',
  summary: 'Confirms several by a statement that was uploaded, each for itself.',
  access: 'admin',
  input: z.object({
    rows: z
      .array(z.object({ id: Id, ...asRead }))
      .check(z.minLength(1, 'must not be empty'), z.maxLength(mostAtOnce, `must be ${mostAtOnce} at most`)),
  }),
  /** `failed`: something is in the way that confirming it alone says. */
  output: z.object({ results: z.array(z.object({ id: Id, outcome: z.enum([...outcomes, 'failed']) })) }),
})

export const refuseTransfer = endpoint({
  method: 'PATCH',
  path: '/transfers/:id/refusal',
  summary:
    'The statement has no such money of this payer, who can name another transaction then. 0 when it was decided before.',
  access: 'admin',
  input: z.object({ id: Id }),
  output: Modified,
})

const refundFields = {
  id: Id,
  /** Since when it is due. */
  date: moment,
  payer: Payer,
  number: z.nullable(z.int()),
  price: z.number(),
  currency: z.string(),
  because: z.nullable(z.string()),
  /** The money that came: the statement names the number to send it back to. */
  wallet: Wallet,
  transactionId: z.string(),
  lastDigits: z.nullable(z.string()),
  sentAt: moment,
}
export type RefundToSend = Decoded<typeof refundFields>

export const listRefundsToSend = pagedEndpoint({
  path: '/transfer-refunds',
  summary: 'What has to be sent back by hand, the oldest first.',
  access: 'admin',
  output: z.array(renamed(refundFields, rowNames)),
})

export const recordRefund = endpoint({
  method: 'PATCH',
  path: '/transfer-refunds/:id',
  summary: 'It was sent back: with this outgoing transaction, which pays back once. 0 when that was said before.',
  access: 'admin',
  input: z.object({ id: Id, transactionId: TransactionId }),
  output: Modified,
  problems: ['conflict'],
})

/** Of the largest statement that is read. */
export const mostStatementBytes = 8 * 1024 * 1024
const base64Length = Math.ceil(mostStatementBytes / 3) * 4
/** Rows that an answer shows of those that match nobody. */
export const mostUnmatched = 200

const statementRow = { row: z.int(), transactionId: z.string(), price: z.number(), at: moment }
const matchedRow = {
  ...statementRow,
  /** As the statement has them. */
  amount: z.string(),
  sent: z.string(),
  id: Id,
  payer: Payer,
  number: z.nullable(z.int()),
  missing: z.number(),
  trouble: claimFields.trouble,
}
export const readStatement = endpoint({
  method: 'POST',
  path: '/transfer-statements',
  summary:
    'Compares a wallet’s statement, as CSV or Excel, with what payers say. Nothing is confirmed by it, and the file is not kept. A statement ' +
    'without a column for the id, the sum or the time is refused and says which.',
  access: 'admin',
  input: z.object({
    data: z
      .string('must be a file')
      .check(
        z.maxLength(base64Length, 'has more than 8 MB'),
        z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be in base64'),
        z.minLength(4, 'must not be empty'),
      ),
  }),
  output: z.object({
    rows: z.int(),
    /** Id and sum are those of a waiting payment. */
    matching: z.array(z.object(matchedRow)),
    otherAmount: z.array(z.object(matchedRow)),
    /** Confirmed before. */
    known: z.int(),
    unmatched: z.int(),
    /** The first of them. `payer` named it before, and then another one, or it was not found. */
    shown: z.array(z.object({ ...statementRow, payer: Payer })),
    /** Rows that could not be read, by their numbers. */
    unreadable: z.array(z.int()),
  }),
  bodyLimit: base64Length + 1024,
  problems: ['too-large'],
})
