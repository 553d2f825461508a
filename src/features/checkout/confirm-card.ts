import type { ConfirmCardPaymentData, PaymentIntent, Stripe, StripeError } from '@stripe/stripe-js'

export type Confirmed =
  | { kind: 'paid'; providerRef: string }
  /** Nothing was charged. */
  | { kind: 'refused'; error: StripeError }
  /** Whether the money moved has to be asked again. */
  | { kind: 'unknown' }

/** After any error but a refusal the payment itself is asked: believing a lost answer would charge twice. */
export async function confirmCard(
  stripe: Pick<Stripe, 'confirmCardPayment' | 'retrievePaymentIntent'>,
  clientSecret: string,
  paymentMethod: ConfirmCardPaymentData['payment_method'],
): Promise<Confirmed> {
  try {
    const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethod })
    if (!error) return verdict(paymentIntent)
    if (error.type === 'card_error' || error.type === 'validation_error') return { kind: 'refused', error }
    const asked = await stripe.retrievePaymentIntent(clientSecret)
    return verdict(asked.paymentIntent, error)
  } catch {
    return { kind: 'unknown' }
  }
}

function verdict(payment: PaymentIntent | undefined, error?: StripeError): Confirmed {
  if (payment?.status === 'succeeded') return { kind: 'paid', providerRef: payment.id }
  const isOpen = payment?.status === 'requires_payment_method' || payment?.status === 'requires_confirmation'
  return isOpen && error ? { kind: 'refused', error } : { kind: 'unknown' }
}
