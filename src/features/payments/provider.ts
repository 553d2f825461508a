import type { RefundReason } from './policy.ts'

/** What a payment provider says about one payment. Only its own answer is believed, never a client or a notice. */
export interface ProviderPayment {
  /** The provider's id of the payment. On the wire it is the specification's `transactionId`. */
  providerRef: string
  status: 'open' | 'succeeded' | 'canceled'
  /** What was refunded, by us or the provider. `on its way`: all of it. `disputed`: the payer's bank took it back. */
  returned: 'nothing' | 'in part' | 'on its way' | 'refunded' | 'disputed'
  /** The provider's code for why the last refund came back; undefined where it did not. */
  refundFailed: string | undefined
  /** Minor units that were really received once it succeeded. */
  amount: number
  currency: string
  /** Our own id of it; undefined for what others take through the same account of the provider. */
  paymentId: string | undefined
  userId: string | undefined
  biodataId: string | undefined
  /** Lets one browser confirm this one payment. */
  clientSecret: string
  /** Why the last try failed, as the provider's code. */
  lastError: string | undefined
}

/** Something happened at the provider. It is a reason to ask about the payment, and nothing more. */
export interface Notice {
  eventId: string
  type: string
  providerRef: string | undefined
  isDecline: boolean
}

export interface PaymentProvider {
  id: string
  publishableKey: string
  /** Repeating it with the same `paymentId` answers the same payment: the id is the idempotency key. */
  create(
    payment: Pick<ProviderPayment, 'amount' | 'currency' | 'biodataId'> &
      Record<'paymentId' | 'userId' | 'email', string>,
  ): Promise<ProviderPayment>
  /** @returns undefined when the provider knows no such payment */
  fetch(providerRef: string): Promise<ProviderPayment | undefined>
  /** Nobody can pay it any more; one that is paid stays paid. */
  cancel(providerRef: string): Promise<unknown>
  /** Repeating it refunds once. @throws RefundRefused for this one, Problem `unavailable` without an answer */
  refund(providerRef: string, because: RefundReason | null): Promise<'refunded' | 'on its way'>
  /** @returns undefined when the provider did not sign it, or not at the present moment */
  readNotice(raw: Buffer, headers: Record<string, string | string[] | undefined>, now: Date): Notice | undefined
  /** Since a moment of the provider's clock, or all that it remembers. `asOf` is its time of the answer, if known. */
  listSince(moment: Date | undefined): Promise<{ asOf: Date | undefined; notices: AsyncIterable<Notice> }>
}

/** The provider will not give this payment back; `code` is its own word for why. */
export class RefundRefused extends Error {
  readonly code: string
  constructor(code: string) {
    super(`The provider refuses the refund: ${code}`)
    this.code = code
  }
}
