import Stripe from 'stripe'
import { Problem } from '#src/platform/http/problem.ts'
import { NoticeRefused, type PaymentProvider, type ProviderPayment } from './provider.ts'

export interface StripeOptions {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Another address that speaks Stripe's API: the sandbox. */
  url?: string | undefined
}

/** Payments through Stripe, or through anything that speaks its HTTP API. */
export function stripeProvider({ secretKey, publishableKey, webhookSecret, url }: StripeOptions): PaymentProvider {
  const at = url ? new URL(url) : undefined
  const stripe = new Stripe(secretKey, {
    telemetry: false,
    maxNetworkRetries: 2,
    timeout: 8_000,
    ...(at ? { host: at.hostname, port: at.port, protocol: at.protocol === 'http:' ? 'http' : 'https' } : {}),
  })

  return {
    id: 'stripe',
    publishableKey,

    create: ({ paymentId, amount, currency, userId, biodataId, email }) =>
      reached(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount,
            currency,
            allowed_payment_method_types: ['card'],
            receipt_email: email,
            metadata: { userId, paymentId, ...(biodataId ? { biodataId } : {}) },
          },
          { idempotencyKey: `payment-${paymentId}` },
        )
        return read(intent)
      }),

    fetch: (ref) =>
      reached(async () => {
        try {
          return read(await stripe.paymentIntents.retrieve(ref))
        } catch (error) {
          if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return undefined
          throw error
        }
      }),

    refund: (ref) =>
      reached(async () => {
        try {
          await stripe.refunds.create({ payment_intent: ref, reason: 'duplicate' }, { idempotencyKey: `refund-${ref}` })
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded')) throw error
        }
      }),

    readNotice(raw, headers) {
      try {
        const event = stripe.webhooks.constructEvent(raw, String(headers['stripe-signature'] ?? ''), webhookSecret)
        const object = event.data.object as { object?: string; id?: string }
        return { eventId: event.id, type: event.type, ref: object.object === 'payment_intent' ? object.id : undefined }
      } catch (error) {
        throw new NoticeRefused('The signature does not fit.', { cause: error })
      }
    },
  }
}

function read(intent: Stripe.PaymentIntent): ProviderPayment {
  const settled = intent.status === 'succeeded' || intent.status === 'canceled'
  return {
    ref: intent.id,
    status: settled ? (intent.status as 'succeeded' | 'canceled') : 'open',
    amount: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    userId: intent.metadata.userId,
    biodataId: intent.metadata.biodataId,
    clientSecret: intent.client_secret ?? '',
    lastError: intent.last_payment_error?.code,
  }
}

/** A provider that cannot be reached, is too busy or broken is "try again", not a fault of ours. */
async function reached<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error instanceof Stripe.errors.StripeConnectionError || (error.statusCode ?? 500) >= 429) {
      throw new Problem('unavailable', {
        code: 'provider-unavailable',
        detail: 'The payment service does not answer. Nothing was charged. Try again.',
      })
    }
    throw error
  }
}
