import Stripe from 'stripe'
import { Problem } from '#src/platform/http/problem.ts'
import type { RefundReason } from './policy.ts'
import { type Notice, NoticeRefused, type PaymentProvider, type ProviderPayment, RefundRefused } from './provider.ts'

interface StripeOptions {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  url?: string | undefined
}

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

/** Stripe's words for why; it knows none for a biodata that is gone, or a request that is refused or ends. */
const reasons: Record<RefundReason, Stripe.RefundCreateParams.Reason | undefined> = {
  duplicate: 'duplicate',
  'payer left': 'requested_by_customer',
  'biodata left': undefined,
  hidden: undefined,
  refused: undefined,
  'taken back': undefined,
  suspended: undefined,
  'not named': undefined,
}

/** Seconds that clocks may be apart. Stripe's library checks it for the past only. */
const tolerance = 300

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
      reached('Nothing was charged. Try again.', async () => {
        const metadata = { userId, paymentId, ...(biodataId ? { biodataId } : {}) }
        const intent = { amount, currency, allowed_payment_method_types: ['card' as const], metadata }
        const key = `payment-${paymentId}`
        try {
          return read(await stripe.paymentIntents.create({ ...intent, receipt_email: email }, { idempotencyKey: key }))
        } catch (error) {
          // What we take for an address and they do not: it only means that there is no receipt.
          if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'email_invalid') throw error
          return read(await stripe.paymentIntents.create(intent, { idempotencyKey: `${key}-without-receipt` }))
        }
      }),

    fetch: (providerRef) =>
      reached('What was paid is not lost. Try again.', async () => {
        try {
          return read(await stripe.paymentIntents.retrieve(providerRef, { expand: ['latest_charge.refunds'] }))
        } catch (error) {
          if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return undefined
          throw error
        }
      }),

    cancel: (providerRef) =>
      reached('Try again.', async () => {
        try {
          await stripe.paymentIntents.cancel(providerRef)
        } catch (error) {
          const isOver = error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state'
          if (!isOver) throw error
        }
      }),

    refund: (providerRef, because) =>
      reached('What was paid is not lost. Try again.', async () => {
        const reason = because ? reasons[because] : undefined
        try {
          // Without a key of ours, which would repeat a refusal, or a refund that has come back, for a day.
          const made = await stripe.refunds.create({ payment_intent: providerRef, ...(reason ? { reason } : {}) })
          if (hasFailed(made)) throw new RefundRefused(whyFailed(made))
          return isOnItsWay(made) ? 'on its way' : 'refunded'
        } catch (error) {
          const code = refusalIn(error)
          if (code !== 'charge_already_refunded') throw code ? new RefundRefused(code) : error
          // By an earlier try, whose answer was lost or which has not arrived yet; or by the holder of the account.
          const { returned } = read(
            await stripe.paymentIntents.retrieve(providerRef, { expand: ['latest_charge.refunds'] }),
          )
          if (returned === 'refunded' || returned === 'on its way') return returned
          throw new RefundRefused(code)
        }
      }),

    readNotice(raw, headers, now) {
      const signature = String(headers['stripe-signature'] ?? '')
      try {
        const event = stripe.webhooks.constructEvent(raw, signature, webhookSecret, tolerance, undefined, now.getTime())
        const sentAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
        if (!(sentAt <= now.getTime() / 1000 + tolerance)) throw new Error('It is of a time to come.')
        const notice = noticeOf(event)
        if (!isNoticeId(notice.eventId) || !isNoticeType(notice.type)) throw new Error('It names no event.')
        return notice
      } catch (error) {
        throw new NoticeRefused('The signature does not fit.', { cause: error })
      }
    },

    async listSince(moment) {
      const created = moment ? { created: { gte: Math.floor(moment.getTime() / 1000) } } : {}
      const pageAfter = (id?: string) =>
        reached('Try again.', () =>
          stripe.events.list({ types: eventTypes, limit: 100, ...created, ...(id ? { starting_after: id } : {}) }),
        )
      const first = await pageAfter()
      const saidAt = first.lastResponse.headers.date
      return { asOf: saidAt ? new Date(saidAt) : undefined, notices: noticesFrom(first, pageAfter) }
    },
  }
}

type Events = Stripe.ApiList<Stripe.Event>

async function* noticesFrom(first: Events, pageAfter: (id: string) => Promise<Events>): AsyncGenerator<Notice> {
  for (let page = first; ; ) {
    yield* page.data.map(noticeOf)
    const last = page.has_more ? page.data.at(-1) : undefined
    if (!last) return
    page = await pageAfter(last.id)
  }
}

const matches =
  (shape: RegExp) =>
  (value: unknown): value is string =>
    typeof value === 'string' && shape.test(value)
const isNoticeId = matches(/^\w{1,200}$/)
const isNoticeType = matches(/^[\w.]{1,200}$/)
/** Anything else is no payment of theirs, and would become part of the address that they are asked at. */
const isPaymentId = matches(/^pi_\w{1,200}$/)

function noticeOf({ id, type, data }: Stripe.Event): Notice {
  const object = data.object as { object: string; id?: string; payment_intent?: string | { id: string } | null }
  const intent = object.object === 'payment_intent' ? object.id : object.payment_intent
  return {
    eventId: id,
    type,
    providerRef: [typeof intent === 'object' ? intent?.id : intent].find(isPaymentId),
    isDecline: type === 'payment_intent.payment_failed',
  }
}

const hasFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled'
const isOnItsWay = ({ status }: Stripe.Refund) => status === 'pending' || status === 'requires_action'
const whyFailed = ({ failure_reason, status }: Stripe.Refund) => failure_reason ?? status ?? 'failed'

/** Stripe's word for why it will not give this payment back; undefined where that says nothing about this one. */
function refusalIn(error: unknown) {
  const { StripeInvalidRequestError, StripeIdempotencyError, StripeCardError } = Stripe.errors
  const isRefusal = [StripeInvalidRequestError, StripeIdempotencyError, StripeCardError].some(
    (kind) => error instanceof kind,
  )
  if (isRefusal && error instanceof Stripe.errors.StripeError) return error.code ?? error.type
  return undefined
}

/** What of a charge was refunded. Counted from its refunds: only they say which have arrived, and which came back. */
function returnedOf(charge: Stripe.Charge | null): Pick<ProviderPayment, 'returned' | 'refundFailed'> {
  const refunds = charge?.refunds?.data ?? []
  const last = refunds[0]
  const refundFailed = last && hasFailed(last) ? whyFailed(last) : undefined
  if (!charge) return { returned: 'nothing', refundFailed }
  const sumOf = (some: Stripe.Refund[]) => some.reduce((sum, { amount }) => sum + amount, 0)
  const standing = refunds.filter((refund) => !hasFailed(refund))
  const asked = sumOf(standing)
  const arrived = asked - sumOf(standing.filter(isOnItsWay))
  const returned = charge.disputed
    ? 'disputed'
    : arrived >= charge.amount
      ? 'refunded'
      : asked >= charge.amount
        ? 'on its way'
        : asked > 0
          ? 'in part'
          : 'nothing'
  return { returned, refundFailed }
}

function read(intent: Stripe.PaymentIntent): ProviderPayment {
  const settled = intent.status === 'succeeded' || intent.status === 'canceled'
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    providerRef: intent.id,
    status: settled ? (intent.status as 'succeeded' | 'canceled') : 'open',
    ...returnedOf(charge),
    amount: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    paymentId: intent.metadata.paymentId,
    userId: intent.metadata.userId,
    biodataId: intent.metadata.biodataId,
    clientSecret: intent.client_secret ?? '',
    lastError: intent.last_payment_error?.code,
  }
}

/** A provider that is unreachable, busy or broken means `unavailable`; `meaning` says what that means for the money. */
async function reached<T>(meaning: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error instanceof Stripe.errors.StripeConnectionError || (error.statusCode ?? 500) >= 429) {
      throw new Problem('unavailable', {
        code: 'provider-unavailable',
        detail: `The payment service does not answer. ${meaning}`,
      })
    }
    throw error
  }
}
