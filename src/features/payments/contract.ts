import * as z from 'zod/mini'
import { adminList, rowAction, rowNames } from '#src/features/admin-list/index.ts'
import { endpoint, pagedEndpoint } from '#src/platform/http/contract.ts'
import { type Decoded, Id, renamed } from '#src/platform/schemas/fields.ts'

/** What an administrator has to look at: what the provider was paid and we do not know, and what went another way. */
const FindingKind = z.enum([
  'unknown',
  'mismatch',
  'risky',
  'receipt used',
  'claimed twice',
  'refund refused',
  'refund failed',
  'refunded',
  'refunded in part',
  'disputed',
])
export type FindingKind = z.infer<typeof FindingKind>

/** Money that should go back and does not. Dealt with once it has: by the provider, or by a person another way. */
export const refundTrouble: readonly FindingKind[] = ['refund refused', 'refund failed']

const FindingId = z.string().check(z.regex(/^\d{1,15}$/, 'must be a number'))

const findingFields = {
  id: FindingId,
  kind: FindingKind,
  providerRef: z.string(),
  price: z.number(),
  currency: z.string(),
  /** The provider's own word for it. */
  detail: z.nullable(z.string()),
  date: z.string(),
  done: z.boolean(),
  /** Its money waits for an administrator, who accepts it or has it refunded. */
  isInReview: z.boolean(),
  /** Who paid, and the biodata it was for; null where that is not known, or gone. */
  person: z.nullable(z.object({ id: Id, name: z.string(), email: z.string() })),
  number: z.nullable(z.int()),
}
export type Finding = Decoded<typeof findingFields>

export const listFindings = pagedEndpoint({
  path: '/payment-findings',
  summary:
    'Payments that need a look: paid at the provider and not known here, refunds that were refused or came back, and what was refunded at the ' +
    'provider. What waits longest stands first, behind what waits what was dealt with, the latest first.',
  access: 'admin',
  showsEmails: { list: 'payment findings' },
  output: z.array(renamed(findingFields, rowNames)),
})

export const settleFinding = rowAction(
  '/payment-findings/:id',
  'Says that a payment was dealt with; 0 when that was said before. Of a refund that was refused or came back: that it was ' +
    'given back another way. It is not given back again then.',
  FindingId,
)

export const acceptRisky = {
  ...rowAction(
    '/payment-findings/:id/acceptance',
    'Accepts money that the provider calls risky: it buys what it was paid for. 0 when that was decided before.',
    FindingId,
  ),
  asksOutside: true,
  problems: ['conflict'],
} as const

export const refundRisky = rowAction(
  '/payment-findings/:id/refund',
  'Has money refunded that the provider calls risky. 0 when that was decided before.',
  FindingId,
)

const paymentStates = [
  'created',
  'claimed',
  'review',
  'succeeded',
  'mismatch',
  'refund_due',
  'refunded',
  'disputed',
] as const
const PaymentState = z.enum(paymentStates, `must be one of: ${paymentStates.join(', ')}`)
export type PaymentState = z.infer<typeof PaymentState>

const refundStates = ['due', 'asked', 'on its way', 'refunded', 'failed'] as const

/** In the file they are one cell, in this order. */
const receiptFields = { id: z.string(), price: z.number(), currency: z.string(), at: z.string() }
const refundFields = {
  /** The provider's, or that of the outgoing transfer; empty until there is one. */
  id: z.string(),
  price: z.number(),
  currency: z.string(),
  state: z.enum(refundStates),
  /** When it arrived, or else since when it is due. */
  at: z.string(),
}

const paymentFields = {
  id: Id,
  date: z.string(),
  /** Who paid; empty and absent once the account is gone. */
  name: z.string(),
  email: z.string(),
  payerId: z.optional(Id),
  /** The biodata whose contact was paid for, while it is here. */
  number: z.optional(z.int()),
  price: z.number(),
  currency: z.string(),
  status: PaymentState,
  because: z.optional(z.string()),
  providerRef: z.string(),
  finding: z.optional(FindingKind),
  /** The provider's id among ours. */
  way: z.string(),
  receipts: z.array(z.object(receiptFields)),
  refunds: z.array(z.object(refundFields)),
  received: z.number(),
  /** What has arrived at the payer again. */
  refunded: z.number(),
}
export type PaymentRow = Decoded<typeof paymentFields>

const Month = z.string().check(z.regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'must be a month, like 2026-11'))

export const allPayments = adminList({
  path: '/all-payments',
  list: 'payments',
  summary: 'Every payment that was begun and not cancelled, newest first. Search also finds a transaction.',
  fields: paymentFields,
  sortKeys: ['date'],
  /** `month` by the site's calendar: payments begun in it. */
  filters: { status: z.optional(PaymentState), month: z.optional(Month) },
  columns: {
    Date: 'date',
    Name: 'name',
    Email: 'email',
    BioDataId: 'number',
    Amount: 'price',
    Currency: 'currency',
    Way: 'way',
    Status: 'status',
    Because: 'because',
    TransactionId: 'providerRef',
    Receipts: 'receipts',
    Received: 'received',
    Refunds: 'refunds',
    Refunded: 'refunded',
  },
})

const paymentSum = z.object({ number: z.int(), sum: z.number() })
export const monthlySums = endpoint({
  path: '/payment-sums',
  summary: 'What was paid in each of the last twelve months and currencies, and how much of it was refunded.',
  access: 'admin',
  /** `month` is `YYYY-MM`, the latest first. */
  output: z.array(z.object({ month: z.string(), currency: z.string(), paid: paymentSum, wentBack: paymentSum })),
})
