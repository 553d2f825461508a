/** What a payment provider says about one payment. Only its own answer is believed, never a client or a notice. */
export interface ProviderPayment {
  /** The provider's id of the payment; the specification's `transactionId`. */
  ref: string
  status: 'open' | 'succeeded' | 'canceled'
  /** Minor units that were really received once it succeeded. */
  amount: number
  currency: string
  userId: string | undefined
  biodataId: string | undefined
  /** Lets one browser confirm this one payment. */
  clientSecret: string
  /** Why the last try failed, as the provider's code. */
  lastError: string | undefined
}

/** The seam between us and whoever moves the money. Stripe is the first; redirect gateways fit behind it too. */
export interface PaymentProvider {
  id: string
  /** Shown to the browser so that it can talk to the provider itself. */
  publishableKey: string
  /** Repeating it with the same `paymentId` answers the same payment: the id is the idempotency key. */
  create(payment: {
    paymentId: string
    amount: number
    currency: string
    userId: string
    biodataId: string | undefined
    email: string
  }): Promise<ProviderPayment>
  /** @returns undefined when the provider knows no such payment */
  fetch(ref: string): Promise<ProviderPayment | undefined>
  /** Gives all of a payment back. Repeating it gives it back once. */
  refund(ref: string): Promise<void>
  /** Authenticates a webhook call; its content is only a hint to fetch. @throws NoticeRefused */
  readNotice(
    raw: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): { eventId: string; type: string; ref: string | undefined }
}

export class NoticeRefused extends Error {}
