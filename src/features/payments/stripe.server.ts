import Stripe from 'stripe'
import * as z from 'zod/mini'
import type { Config } from '#src/platform/config/config.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import type { RefundReason } from './policy.ts'
import {
  type Notice,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
  type Receipt,
  RefundRefused,
} from './provider.ts'
import { returnedOf } from './receipts.ts'

type StripeOptions = NonNullable<Config['stripe']> & { url?: string | undefined }

/** What we are told of; docs/operating.md names the same for the webhook. */
const eventTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  // Days after a refund was made: the payer's bank has taken it, or has not. Which of them comes goes by the card.
  'charge.refund.updated',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
]

/** Stripe knows no word for a biodata that is gone, or a request that is refused or ends. */
const reasons: Partial<Record<RefundReason, Stripe.RefundCreateParams.Reason>> = {
  duplicate: 'duplicate',
  'payer left': 'requested_by_customer',
}

/** Others cannot be noted. */
const NamedEvent = z.object({
  id: z.string().check(z.regex(/^\w{1,200}$/)),
  type: z.string().check(z.regex(/^[\w.]{1,200}$/)),
})

/** How far clocks may be apart. Stripe's library checks it for the past only. */
const toleranceSeconds = 300

export function stripeProvider({ secretKey, publishableKey, webhookSecret, url }: StripeOptions): PaymentProvider {
  const at = url ? new URL(url) : undefined
  const stripe = new Stripe(secretKey, {
    telemetry: false,
    maxNetworkRetries: 2,
    timeout: 8_000,
    ...(at ? { host: at.hostname, port: at.port, protocol: at.protocol === 'http:' ? 'http' : 'https' } : {}),
  })
  const retrieve = async (providerRef: string) =>
    read(await stripe.paymentIntents.retrieve(providerRef, { expand: ['latest_charge.refunds'] }))

  return {
    id: 'stripe',
    ui: { kind: 'card', publishableKey },

    create: ({ paymentId, amount, currency, userId, biodataId, payer: { email } }) =>
      reached(async () => {
        const metadata = { userId, paymentId, ...(biodataId ? { biodataId } : {}) }
        const intent = { amount, currency, allowed_payment_method_types: ['card' as const], metadata }
        const key = `payment-${paymentId}`
        try {
          return read(await stripe.paymentIntents.create({ ...intent, receipt_email: email }, { idempotencyKey: key }))
        } catch (error) {
          // What we take for an address and they do not: it only means that there is no receipt.
          if (!isCoded(error, 'email_invalid')) throw error
          return read(await stripe.paymentIntents.create(intent, { idempotencyKey: `${key}-without-receipt` }))
        }
      }, 'Nothing was charged.'),

    fetch: (providerRef) =>
      reached(() =>
        retrieve(providerRef).catch((error) => {
          if (!isCoded(error, 'resource_missing')) throw error
          return undefined
        }),
      ),

    cancel: (providerRef) =>
      reached(() =>
        stripe.paymentIntents.cancel(providerRef).catch((error) => {
          if (!isCoded(error, 'payment_intent_unexpected_state')) throw error
        }),
      ),

    // Whatever is left of it: the holder of the account may have given a part of it back.
    refund: ({ providerRef, because }) =>
      reached(async () => {
        const reason = because && reasons[because]
        try {
          // Without a key of ours, which would repeat a refusal, or a refund that has come back, for a day.
          const made = await stripe.refunds.create({ payment_intent: providerRef, ...(reason && { reason }) })
          if (hasFailed(made)) throw new RefundRefused(whyFailed(made))
          return { state: isOnItsWay(made) ? 'on its way' : 'refunded', providerRef: made.id }
        } catch (error) {
          const code = refusalIn(error)
          if (code !== 'charge_already_refunded') throw code ? new RefundRefused(code) : error
          // By an earlier try, whose answer was lost or which has not arrived yet; or by the holder of the account.
          const state = returnedOf((await retrieve(providerRef)).receipts)
          if (state === 'refunded' || state === 'on its way') return { state }
          throw new RefundRefused(code)
        }
      }),

    async readNotice(raw, headers, now) {
      const signature = String(headers['stripe-signature'] ?? '')
      const [nowMs, sentAt] = [now.getTime(), Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])]
      if (!(sentAt <= nowMs / 1000 + toleranceSeconds)) return undefined
      try {
        const event = stripe.webhooks.constructEvent(raw, signature, webhookSecret, toleranceSeconds, undefined, nowMs)
        z.parse(NamedEvent, event)
        return noticeOf(event)
      } catch {
        return undefined
      }
    },

    async listSince(moment) {
      const created = moment && { created: { gte: Math.floor(moment.getTime() / 1000) } }
      const events = stripe.events.list({ types: eventTypes, limit: 100, ...created })
      const { lastResponse } = await reached(() => events)
      const saidAt = lastResponse.headers.date
      return { asOf: saidAt ? new Date(saidAt) : undefined, notices: noticesOf(events) }
    },
  }
}

async function* noticesOf(events: AsyncIterable<Stripe.Event>): AsyncGenerator<Notice> {
  try {
    for await (const event of events) yield noticeOf(event)
  } catch (error) {
    throw asUnavailable(error)
  }
}

function noticeOf({ id, type, data }: Stripe.Event): Notice {
  const object = data.object as { object: string; id?: string; payment_intent?: string | { id: string } | null }
  const intent = object.object === 'payment_intent' ? object.id : object.payment_intent
  const ref = typeof intent === 'object' ? intent?.id : intent
  // Anything else is no payment of theirs, and would become part of the address that they are asked at.
  const providerRef = typeof ref === 'string' && /^pi_\w{1,200}$/.test(ref) ? ref : undefined
  return { authenticity: 'proved', eventId: id, type, providerRef, isDecline: type === 'payment_intent.payment_failed' }
}

const hasFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled'
const isOnItsWay = ({ status }: Stripe.Refund) => status === 'pending' || status === 'requires_action'
const whyFailed = ({ failure_reason, status }: Stripe.Refund) => failure_reason ?? status ?? 'failed'

const { StripeError, StripeInvalidRequestError, StripeIdempotencyError, StripeCardError } = Stripe.errors

const isCoded = (error: unknown, code: string) => error instanceof StripeError && error.code === code

/** Stripe's word for why it will not give this payment back; undefined where that says nothing about this one. */
function refusalIn(error: unknown) {
  const kinds = [StripeInvalidRequestError, StripeIdempotencyError, StripeCardError]
  if (error instanceof StripeError && kinds.some((kind) => error instanceof kind)) return error.code ?? error.type
  return undefined
}

/** Only the refunds themselves say which have arrived, and which came back. */
const refundOf = (refund: Stripe.Refund): ProviderRefund => ({
  providerRef: refund.id,
  amount: refund.amount,
  state: hasFailed(refund) ? 'failed' : isOnItsWay(refund) ? 'on its way' : 'refunded',
  failure: hasFailed(refund) ? whyFailed(refund) : undefined,
})

/** An intent is paid at most once: its id is the receipt's. */
function receiptOf({ id, amount_received: amount, currency, latest_charge }: Stripe.PaymentIntent): Receipt {
  const charge = typeof latest_charge === 'object' ? latest_charge : null
  return {
    ...{ id, amount, currency, isRisky: false, isDisputed: charge?.disputed ?? false },
    at: charge ? new Date(charge.created * 1000) : undefined,
    refunds: (charge?.refunds?.data ?? []).map(refundOf),
  }
}

function read(intent: Stripe.PaymentIntent): ProviderPayment {
  const { status, metadata, client_secret: clientSecret } = intent
  return {
    providerRef: intent.id,
    status: (['succeeded', 'canceled'] as const).find((end) => end === status) ?? 'open',
    receipts: status === 'succeeded' ? [receiptOf(intent)] : [],
    paymentId: metadata.paymentId,
    userId: metadata.userId,
    biodataId: metadata.biodataId,
    next: clientSecret ? { kind: 'card', clientSecret } : undefined,
    lastError: intent.last_payment_error?.code,
  }
}

async function reached<T>(call: () => Promise<T>, meaning?: string): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw asUnavailable(error, meaning)
  }
}

/** A provider that is unreachable, busy or broken means `unavailable`; `meaning` says what that means for the money. */
function asUnavailable(error: unknown, meaning = 'What was paid is not lost.') {
  if (!(error instanceof StripeError) || (error.statusCode ?? 500) < 429) return error
  const detail = `The payment service does not answer. ${meaning} Try again.`
  return new Problem('unavailable', { code: 'provider-unavailable', detail })
}
