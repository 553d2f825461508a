import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import { expect, test } from 'vitest'
import { confirmCard } from './confirm-card.ts'

const payment = (status: PaymentIntent['status']) => ({ id: 'pi_1', status }) as PaymentIntent

/** A Stripe whose confirmation ends with `error`, and whose payment then has `status`; without one it cannot be asked. */
function stripe(error: Partial<StripeError> | undefined, status?: PaymentIntent['status']) {
  const asked: string[] = []
  return {
    asked,
    confirmCardPayment: async () => (error ? { error: error as StripeError } : { paymentIntent: payment(status!) }),
    retrievePaymentIntent: async (secret: string) => {
      asked.push(secret)
      return status ? { paymentIntent: payment(status) } : { error: { type: 'api_connection_error' } as StripeError }
    },
  }
}
const confirm = (fake: ReturnType<typeof stripe>) => confirmCard(fake, 'pi_1_secret', undefined)

test('K2: a payment that succeeded names its transaction', async () => {
  expect(await confirm(stripe(undefined, 'succeeded'))).toEqual({ kind: 'paid', providerRef: 'pi_1' })
})

test('K2: a declined card is believed at once', async () => {
  const fake = stripe({ type: 'card_error', code: 'card_declined' }, 'requires_payment_method')
  expect(await confirm(fake)).toMatchObject({ kind: 'refused', error: { code: 'card_declined' } })
  expect(fake.asked).toEqual([])
})

test('K2: after a lost answer the payment itself is asked, and it had succeeded', async () => {
  const fake = stripe({ type: 'api_connection_error' }, 'succeeded')
  expect(await confirm(fake)).toEqual({ kind: 'paid', providerRef: 'pi_1' })
  expect(fake.asked).toEqual(['pi_1_secret'])
})

test('K2: a failed 3-D Secure is a refusal with its own code', async () => {
  const error = { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' } as const
  expect(await confirm(stripe(error, 'requires_payment_method'))).toMatchObject({ kind: 'refused', error })
})

test.each([undefined, 'processing', 'canceled', 'requires_action'] as const)(
  'K3e: nothing is promised after an error while the payment is %s',
  async (status) => {
    expect(await confirm(stripe({ type: 'api_connection_error' }, status))).toEqual({ kind: 'unknown' })
  },
)

test('K3e: nothing is promised when the provider’s script breaks', async () => {
  const broken = {
    ...stripe(undefined),
    confirmCardPayment: async () => {
      throw new Error('IntegrationError')
    },
  }
  expect(await confirmCard(broken, 'pi_1_secret', undefined)).toEqual({ kind: 'unknown' })
})
