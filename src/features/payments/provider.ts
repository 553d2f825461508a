import type { Money, PayTo } from '#src/platform/money.ts'
import type { RefundReason } from './policy.ts'

/** What the payer does next: types a card on our page, pays at another address and comes back, or sends money by hand. */
type NextStep =
  | { kind: 'card'; clientSecret: string }
  | { kind: 'redirect'; url: string }
  | { kind: 'send'; reference: string }

/** A refund that we asked for, or that the holder of the account made there. */
export interface ProviderRefund {
  /** The provider's id of the refund. */
  providerRef: string
  amount: number
  state: 'on its way' | 'refunded' | 'failed'
  /** The provider's code for why it failed. */
  failure?: string | undefined
}

/** Money that arrived. */
export interface Receipt extends Money {
  /** The provider's id of it: unique over all payments that this provider ever takes. */
  id: string
  /** When it arrived, if the provider says so. */
  at?: Date | undefined
  /** The provider doubts it: it opens nothing. */
  isRisky: boolean
  /** The payer's bank took it back. */
  isDisputed: boolean
  /** The latest first. */
  refunds: ProviderRefund[]
}

/** What a payment provider says about one payment. Only its own answer is believed, never a client or a notice. */
export interface ProviderPayment {
  /** The provider's id of the payment. On the wire it is the specification's `transactionId`. */
  providerRef: string
  /** `succeeded`: its receipts say what arrived. */
  status: 'open' | 'succeeded' | 'canceled'
  /** Two attempts under one payment can both be paid: the earliest first. */
  receipts: Receipt[]
  /** Our own id of it; undefined for what others take through the same account of the provider. */
  paymentId: string | undefined
  /** Whom it is for, where the provider keeps that for us. */
  userId?: string | undefined
  biodataId?: string | undefined
  /** Absent where the payer can do nothing more. */
  next?: NextStep | undefined
  /** Why the last try failed, as the provider's code. */
  lastError?: string | undefined
}

/** Something happened at the provider. It is a reason to ask about the payment, and nothing more. */
export interface Notice {
  /** `hint`: anybody could have sent it. It is looked at if it names an open payment of ours, a few times a minute. */
  authenticity: 'proved' | 'hint'
  eventId: string
  type: string
  providerRef: string | undefined
  isDecline: boolean
}

interface Paying extends Money {
  paymentId: string
  userId: string
  biodataId: string | undefined
  payer: { name: string; email: string }
  /** Where the payer comes back to from another address. Coming back proves nothing. */
  returnTo: string
}

interface Refunding extends Money {
  /** Ours; a provider that can be sent a refund twice never is, because of it. */
  refundId: string
  providerRef: string
  receiptId: string
  because: RefundReason | null
}
export interface Refunded {
  state: ProviderRefund['state'] | 'unknown'
  providerRef?: string | undefined
  failure?: string | undefined
}

/** One way to pay: a payment service, or a sandbox that speaks its protocol. */
export interface PaymentProvider {
  id: string
  /** What the payer's browser needs before it begins. */
  ui: { kind: 'card'; publishableKey: string } | { kind: 'redirect' } | { kind: 'send'; payTo: PayTo[] }
  /** The payer types the sum: the site keeps less than the fee until the rest comes, and refunds more (REQUIREMENTS K10b). */
  takesAnySum?: true
  /** Repeating it with the same `paymentId` answers the same payment: the id is the idempotency key. */
  create(payment: Paying): Promise<ProviderPayment>
  /** @returns undefined when the provider knows no such payment */
  fetch(providerRef: string): Promise<ProviderPayment | undefined>
  /** Moves the money of a payer who came back; for providers that wait for it. Called once at a time, never by the sweep. */
  complete?(providerRef: string): Promise<unknown>
  /** Nobody can pay it any more; one that is paid stays paid. */
  cancel?(providerRef: string): Promise<unknown>
  /**
   * Absent where a person sends it back. Without `refundState`, repeating it refunds once. With it, a refund without an answer is never sent again before the
   * provider has said that it does not know it.
   * @throws RefundRefused for this one, Problem `unavailable` without an answer
   */
  refund?(refund: Refunding): Promise<Refunded>
  /** `unknown`: it never arrived there. @throws Problem `unavailable` without an answer */
  refundState?(refund: Refunding & { refundRef: string | null }): Promise<Refunded>
  /** @returns undefined when nothing of it can be a notice of this provider at the present moment */
  readNotice?(
    raw: Buffer,
    headers: Record<string, string | string[] | undefined>,
    now: Date,
  ): Promise<Notice | undefined>
  /**
   * Since a moment of the provider's clock, or all that it remembers. `asOf` is its time of the answer, if known. Without
   * it the sweep asks about our own open payments.
   */
  listSince?(moment: Date | undefined): Promise<{ asOf: Date | undefined; notices: AsyncIterable<Notice> }>
}

/** The provider will not give this payment back; `code` is its own word for why. */
export class RefundRefused extends Error {
  readonly code: string
  constructor(code: string) {
    super(`The provider refuses the refund: ${code}`)
    this.code = code
  }
}
