import type Stripe from 'stripe'

export type CardOutcome =
  | { kind: 'succeeds' }
  | { kind: 'asks for authentication' }
  | { kind: 'declined'; code: Stripe.PaymentIntent.LastPaymentError.Code; declineCode?: string; message: string }

const succeeds: CardOutcome = { kind: 'succeeds' }
const asks: CardOutcome = { kind: 'asks for authentication' }
const declined = (code: string, message: string, declineCode?: string): CardOutcome => ({
  kind: 'declined',
  code,
  declineCode,
  message,
})

/** Stripe's own test cards (docs.stripe.com/testing), under their number and under the name of their payment method. */
const testCards: { number: string; paymentMethod: string; outcome: CardOutcome }[] = [
  { number: '4242424242424242', paymentMethod: 'pm_card_visa', outcome: succeeds },
  { number: '5555555555554444', paymentMethod: 'pm_card_mastercard', outcome: succeeds },
  { number: '378282246310005', paymentMethod: 'pm_card_amex', outcome: succeeds },
  { number: '4000002500003155', paymentMethod: 'pm_card_threeDSecure2Required', outcome: asks },
  { number: '4000002760003184', paymentMethod: 'pm_card_authenticationRequired', outcome: asks },
  {
    number: '4000000000000002',
    paymentMethod: 'pm_card_chargeDeclined',
    outcome: declined('card_declined', 'Your card was declined.', 'generic_decline'),
  },
  {
    number: '4000000000009995',
    paymentMethod: 'pm_card_chargeDeclinedInsufficientFunds',
    outcome: declined('card_declined', 'Your card has insufficient funds.', 'insufficient_funds'),
  },
  {
    number: '4000000000000069',
    paymentMethod: 'pm_card_chargeDeclinedExpiredCard',
    outcome: declined('expired_card', 'Your card has expired.'),
  },
  {
    number: '4000000000000127',
    paymentMethod: 'pm_card_chargeDeclinedIncorrectCvc',
    outcome: declined('incorrect_cvc', "Your card's security code is incorrect."),
  },
  {
    number: '4000000000000119',
    paymentMethod: 'pm_card_chargeDeclinedProcessingError',
    outcome: declined('processing_error', 'An error occurred while processing your card. Try again in a little bit.'),
  },
]

/** What the bank says to a card number or a `pm_card_…` name; any other number is declined as a real card would be. */
export function outcomeOf(card: string): CardOutcome {
  return (
    testCards.find(({ number, paymentMethod }) => card === number || card === paymentMethod)?.outcome ??
    declined(
      'card_declined',
      'Your card was declined. Your request was in test mode, but used a non test (live) card. ' +
        'For a list of valid test cards, visit: https://stripe.com/docs/testing.',
      'test_mode_live_card',
    )
  )
}
