import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import { passesLuhn } from './cards.ts'
import { type CardOutcome, outcomeOf } from './test-cards.ts'

/** Everything the sandbox knows, oldest first. */
export interface Ledger {
  intents: Map<string, Stripe.PaymentIntent>
  refunds: Map<string, Stripe.Refund>
  disputes: Map<string, Stripe.Dispute>
  events: Map<string, Stripe.Event>
}

export interface ApiRequest {
  method: string
  path: string
  /** Query of a GET, form of a POST, with Stripe's bracketed names: `metadata[userId]`. */
  params: URLSearchParams
  /** A publishable key is public: it may only read and confirm one intent whose client secret it shows. */
  key: 'secret' | 'publishable'
}

/** A payment that was made before the sandbox began. */
export interface PastPayment extends Pick<Stripe.PaymentIntent, 'id' | 'amount' | 'currency' | 'metadata'> {
  at: Date
}

interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: object
}

/** An answer that is not 200: Stripe's HTTP status and error object (docs.stripe.com/api/errors). */
export class ApiFailure extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

type EventSubject =
  | [
      type: `payment_intent.${'created' | 'succeeded' | 'payment_failed' | 'requires_action' | 'canceled'}`,
      object: Stripe.PaymentIntent,
    ]
  | [type: 'refund.created' | 'refund.updated' | 'refund.failed' | 'charge.refund.updated', object: Stripe.Refund]
  | [type: 'charge.refunded', object: Stripe.Charge]
  | [type: 'charge.dispute.created', object: Stripe.Dispute]

interface Route {
  method: 'GET' | 'POST'
  path: RegExp
  params: string[]
  browser?: true
  answer: (params: URLSearchParams, id: string, action: string) => object
}

export const randomId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

const invalid = (message: string, details: Partial<ErrorBody> = {}, status = 400) =>
  new ApiFailure(status, { type: 'invalid_request_error', message, ...details })

const missing = (object: string, id: string, param: string) =>
  invalid(`No such ${object}: '${id}'`, { code: 'resource_missing', param }, 404)

/**
 * Stripe's endpoints as the product uses them, over a ledger kept in memory. Throws `ApiFailure` for every answer
 * that is not 200. Parameters that the sandbox does not know are refused, never silently ignored.
 */
export function stripeApi(
  ledger: Ledger,
  now: () => Date,
  onEvent: (event: Stripe.Event) => void,
  refunds: { canBegin: (intent: string) => boolean; isSlow: (intent: string) => boolean },
) {
  const seconds = () => Math.floor(now().getTime() / 1000)

  function emit(...[type, object]: EventSubject) {
    const event = {
      id: randomId('evt'),
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: seconds(),
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
      data: { object: structuredClone(object) },
    } as Stripe.Event
    ledger.events.set(event.id, event)
    onEvent(event)
  }

  function intentOf(id: string): Stripe.PaymentIntent {
    const intent = ledger.intents.get(id)
    if (!intent) throw missing('payment_intent', id, 'intent')
    return intent
  }

  /** An intent that nobody has paid yet. */
  function newIntent(
    id: string,
    { amount, currency, created, metadata }: Pick<Stripe.PaymentIntent, 'amount' | 'currency' | 'created' | 'metadata'>,
  ): Stripe.PaymentIntent {
    return {
      id,
      object: 'payment_intent',
      allowed_payment_method_types: null,
      amount,
      amount_capturable: 0,
      amount_received: 0,
      application: null,
      application_fee_amount: null,
      automatic_payment_methods: null,
      canceled_at: null,
      cancellation_reason: null,
      capture_method: 'automatic',
      client_secret: `${id}_${randomId('secret')}`,
      confirmation_method: 'automatic',
      created,
      currency,
      customer: null,
      customer_account: null,
      description: null,
      excluded_payment_method_types: null,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      managed_payments: null,
      metadata,
      next_action: null,
      on_behalf_of: null,
      payment_method: null,
      payment_method_configuration_details: null,
      payment_method_options: null,
      payment_method_types: ['card'],
      payment_record: null,
      processing: null,
      receipt_email: null,
      review: null,
      setup_future_usage: null,
      shipping: null,
      source: null,
      statement_descriptor: null,
      statement_descriptor_suffix: null,
      status: 'requires_payment_method',
      transfer_group: null,
    }
  }

  function create(params: URLSearchParams) {
    const intent: Stripe.PaymentIntent = {
      ...newIntent(randomId('pi'), {
        amount: amountOf(params),
        currency: currencyOf(params),
        created: seconds(),
        metadata: metadataOf(params),
      }),
      automatic_payment_methods: params.get('automatic_payment_methods[enabled]') === 'true' ? { enabled: true } : null,
      description: params.get('description') || null,
      receipt_email: emailOf(params, 'receipt_email'),
    }
    ledger.intents.set(intent.id, intent)
    emit('payment_intent.created', intent)
    return intent
  }

  /** Payments that were made before the sandbox began, without the events of that time; those it knows stay as they are. */
  function remember(paid: readonly PastPayment[]) {
    for (const { id, at, ...payment } of paid) {
      if (ledger.intents.has(id)) continue
      ledger.intents.set(id, {
        ...newIntent(id, { ...payment, created: Math.floor(at.getTime() / 1000) }),
        status: 'succeeded',
        amount_received: payment.amount,
        latest_charge: id.replace(/^pi_/, 'ch_'),
      })
    }
  }

  function confirm(params: URLSearchParams, id: string) {
    const intent = intentOf(id)
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      const why =
        intent.status === 'succeeded'
          ? 'it has already succeeded after being previously confirmed.'
          : 'it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: ' +
            'requires_confirmation, requires_action.'
      throw unexpectedState(intent, `You cannot confirm this PaymentIntent because ${why}`)
    }
    const card = cardOf(params)
    if (!card)
      throw unexpectedState(intent, "You cannot confirm this PaymentIntent because it's missing a payment method.")
    if (params.has('receipt_email')) intent.receipt_email = emailOf(params, 'receipt_email')
    const outcome = outcomeOf(card)
    if (outcome.kind === 'declined') throw decline(intent, outcome)
    intent.payment_method = randomId('pm')
    if (outcome.kind === 'succeeds') return succeed(intent)
    intent.status = 'requires_action'
    intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'sandbox_authentication' } }
    emit('payment_intent.requires_action', intent)
    return intent
  }

  /** Expired cards and bad dates never reach the bank: the intent stays as it was. */
  function cardOf(params: URLSearchParams): string | null {
    const number = params.get('payment_method_data[card][number]')?.replace(/\s/g, '')
    if (number === undefined) return params.get('payment_method')
    const refuse = (code: string, param: string, message: string) =>
      new ApiFailure(402, { type: 'card_error', code, param, message })
    if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
      throw refuse('incorrect_number', 'number', 'Your card number is incorrect.')
    }
    const month = Number(params.get('payment_method_data[card][exp_month]'))
    const year = Number(params.get('payment_method_data[card][exp_year]'))
    if (!(month >= 1 && month <= 12)) {
      throw refuse('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.")
    }
    // A card is good until the end of its month, in whichever zone that ends last: the bank decides the rest.
    if (!(Date.UTC(year < 100 ? 2000 + year : year, month) > now().getTime() - 86_400_000)) {
      throw refuse('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.")
    }
    if (!/^\d{3,4}$/.test(params.get('payment_method_data[card][cvc]') ?? '')) {
      throw refuse('invalid_cvc', 'cvc', "Your card's security code is invalid.")
    }
    emailOf(params, 'payment_method_data[billing_details][email]')
    return number
  }

  function succeed(intent: Stripe.PaymentIntent) {
    intent.status = 'succeeded'
    intent.amount_received = intent.amount
    intent.latest_charge = randomId('ch')
    intent.next_action = null
    intent.last_payment_error = null
    emit('payment_intent.succeeded', intent)
    return intent
  }

  function fail(intent: Stripe.PaymentIntent, error: Stripe.PaymentIntent.LastPaymentError) {
    intent.status = 'requires_payment_method'
    intent.payment_method = null
    intent.next_action = null
    intent.last_payment_error = error
    emit('payment_intent.payment_failed', intent)
    return intent
  }

  function decline(intent: Stripe.PaymentIntent, outcome: Extract<CardOutcome, { kind: 'declined' }>) {
    const error = {
      type: 'card_error' as const,
      code: outcome.code,
      decline_code: outcome.declineCode,
      message: outcome.message,
      charge: randomId('ch'),
    }
    intent.latest_charge = error.charge
    fail(intent, error)
    return new ApiFailure(402, { ...error, payment_intent: intent })
  }

  function authenticate(_params: URLSearchParams, id: string, action: string) {
    const intent = intentOf(id)
    if (intent.status !== 'requires_action') return intent
    if (action === 'complete') return succeed(intent)
    return fail(intent, {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new ' +
        'PaymentMethod to attempt to fulfill this PaymentIntent again.',
    })
  }

  function cancel(params: URLSearchParams, id: string) {
    const intent = intentOf(id)
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      throw unexpectedState(
        intent,
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with ` +
          'one of the following statuses may be canceled: requires_payment_method, requires_capture, ' +
          'requires_confirmation, requires_action, processing.',
      )
    }
    intent.status = 'canceled'
    intent.canceled_at = seconds()
    intent.cancellation_reason = params.get('cancellation_reason')
    intent.next_action = null
    emit('payment_intent.canceled', intent)
    return intent
  }

  function refund(params: URLSearchParams) {
    const id = params.get('payment_intent')
    if (!id) throw invalid('One of the following params should be provided for this request: payment_intent or charge.')
    const intent = ledger.intents.get(id)
    if (!intent) throw missing('payment_intent', id, 'payment_intent')
    if (chargeOf(intent).disputed) {
      throw invalid(`Charge ${intent.latest_charge} has been charged back; cannot issue a refund.`, {
        code: 'charge_disputed',
      })
    }
    if (intent.status !== 'succeeded') {
      throw invalid(`This PaymentIntent (${id}) does not have a successful charge to refund.`)
    }
    if (!refunds.canBegin(id)) {
      throw invalid('You have insufficient funds in your Stripe account for this refund.', {
        code: 'balance_insufficient',
      })
    }
    const left = intent.amount - chargeOf(intent).amount_refunded
    if (left === 0) {
      throw invalid(`Charge ${intent.latest_charge} has already been refunded.`, { code: 'charge_already_refunded' })
    }
    const amount = params.has('amount') ? integerOf(params, 'amount') : left
    if (amount < 1 || amount > left) {
      throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
        param: 'amount',
      })
    }
    const created: Stripe.Refund = {
      id: randomId('re'),
      object: 'refund',
      amount,
      balance_transaction: null,
      charge: intent.latest_charge,
      created: seconds(),
      currency: intent.currency,
      customer: null,
      customer_account: null,
      metadata: metadataOf(params),
      payment_intent: id,
      payment_method: intent.payment_method,
      reason: params.get('reason'),
      receipt_number: null,
      source_transfer_reversal: null,
      ...(refunds.isSlow(id) ? { status: 'pending', pending_reason: 'processing' } : { status: 'succeeded' }),
      transfer_reversal: null,
    }
    ledger.refunds.set(created.id, created)
    emit('refund.created', created)
    emit('charge.refunded', chargeOf(intent))
    return created
  }

  /** The newest first. */
  const refundsOf = (intent: string) =>
    [...ledger.refunds.values()].filter((refund) => refund.payment_intent === intent).reverse()

  /**
   * What a payer's bank says to the last refund of an intent, at once or days later (docs.stripe.com/refunds, "Failed
   * refunds"): it has arrived, or it is sent back for a reason. No request of the API makes it say so.
   */
  function endRefund(intent: string, failure_reason?: string) {
    const refund = refundsOf(intent)[0]
    if (!refund) throw new Error(`${intent} was not refunded`)
    delete refund.pending_reason
    if (failure_reason === undefined) refund.status = 'succeeded'
    else Object.assign(refund, { status: 'failed', failure_reason, failure_balance_transaction: randomId('txn') })
    emit('charge.refund.updated', refund)
    emit('refund.updated', refund)
    if (failure_reason !== undefined) emit('refund.failed', refund)
    return refund
  }

  /** What became of the money of an intent's last try. */
  function chargeOf(intent: Stripe.PaymentIntent) {
    const standing = refundsOf(intent.id).filter(({ status }) => status !== 'failed')
    const amount_refunded = standing.reduce((sum, { amount }) => sum + amount, 0)
    const paid = [...ledger.events.values()].find(
      ({ type, data }) => type === 'payment_intent.succeeded' && (data.object as Stripe.PaymentIntent).id === intent.id,
    )
    return {
      id: intent.latest_charge,
      object: 'charge',
      created: paid?.created ?? intent.created,
      amount: intent.amount,
      amount_captured: intent.amount_received,
      amount_refunded,
      currency: intent.currency,
      disputed: [...ledger.disputes.values()].some((dispute) => dispute.payment_intent === intent.id),
      livemode: false,
      metadata: intent.metadata,
      paid: intent.status === 'succeeded',
      payment_intent: intent.id,
      refunded: intent.status === 'succeeded' && amount_refunded === intent.amount,
      status: intent.status === 'succeeded' ? 'succeeded' : 'failed',
    } as Stripe.Charge
  }

  function retrieve(params: URLSearchParams, id: string) {
    const intent = intentOf(id)
    const expanded = [...params].filter(([name]) => name.startsWith('expand[')).map(([, value]) => value)
    const other = expanded.find((field) => !/^latest_charge(\.refunds)?$/.test(field))
    if (other) throw invalid(`This property cannot be expanded (${other}).`, { param: 'expand' })
    if (expanded.length === 0 || !intent.latest_charge) return intent
    const url = `/v1/charges/${intent.latest_charge}/refunds`
    const listed = { object: 'list', data: refundsOf(id), has_more: false, url }
    const isListed = expanded.includes('latest_charge.refunds')
    return { ...intent, latest_charge: { ...chargeOf(intent), ...(isListed ? { refunds: listed } : {}) } }
  }

  /** What a payer's bank does; no request of the API makes one. */
  function dispute(id: string) {
    const intent = intentOf(id)
    const created = {
      id: randomId('du'),
      object: 'dispute',
      amount: intent.amount,
      charge: intent.latest_charge,
      created: seconds(),
      currency: intent.currency,
      livemode: false,
      metadata: {},
      payment_intent: id,
      reason: 'fraudulent',
      status: 'needs_response',
    } as unknown as Stripe.Dispute
    ledger.disputes.set(created.id, created)
    emit('charge.dispute.created', created)
    return created
  }

  function eventsOf(params: URLSearchParams) {
    const types = [...params].filter(([name]) => name.startsWith('types[')).map(([, value]) => value)
    const events = [...ledger.events.values()].filter(({ type }) => types.length === 0 || types.includes(type))
    return page('/v1/events', events, params)
  }

  const intent = String.raw`/v1/payment_intents/(\w+)`
  const routes: Route[] = [
    {
      method: 'POST',
      path: /^\/v1\/payment_intents$/,
      params: [
        'amount',
        'currency',
        'metadata',
        'description',
        'receipt_email',
        'automatic_payment_methods',
        'allowed_payment_method_types',
      ],
      answer: create,
    },
    {
      method: 'GET',
      path: new RegExp(`^${intent}$`),
      params: ['client_secret', 'expand'],
      browser: true,
      answer: retrieve,
    },
    {
      method: 'POST',
      path: new RegExp(`^${intent}/confirm$`),
      params: ['client_secret', 'payment_method', 'payment_method_data', 'receipt_email', 'return_url'],
      browser: true,
      answer: confirm,
    },
    {
      method: 'POST',
      path: new RegExp(`^${intent}/cancel$`),
      params: ['cancellation_reason'],
      answer: cancel,
    },
    {
      method: 'POST',
      path: /^\/sandbox-authentication\/(\w+)\/(complete|fail)$/,
      params: ['client_secret'],
      browser: true,
      answer: authenticate,
    },
    {
      method: 'POST',
      path: /^\/v1\/refunds$/,
      params: ['payment_intent', 'amount', 'reason', 'metadata'],
      answer: refund,
    },
    {
      method: 'GET',
      path: /^\/v1\/events$/,
      params: ['types', 'limit', 'starting_after', 'created'],
      answer: eventsOf,
    },
  ]

  function provePossession(id: string, params: URLSearchParams) {
    if (intentOf(id).client_secret === params.get('client_secret')) return
    throw invalid('The client_secret provided does not match the client_secret associated with the PaymentIntent.', {
      code: 'payment_intent_invalid_parameter',
      param: 'client_secret',
    })
  }

  function answer({ method, path, params, key }: ApiRequest): object {
    const route = routes.find((candidate) => candidate.method === method && candidate.path.test(path))
    if (!route) throw invalid(`Unrecognized request URL (${method}: ${path}).`, {}, 404)
    const [, id = '', action = ''] = route.path.exec(path) ?? []
    if (key === 'publishable' && !route.browser) {
      throw invalid(
        'This API call cannot be made with a publishable API key. Please use a secret API key.',
        { code: 'secret_key_required' },
        403,
      )
    }
    for (const name of params.keys()) {
      const param = name.replace(/\[.*/, '')
      if (!route.params.includes(param)) {
        throw invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
      }
    }
    if (key === 'secret') return route.answer(params, id, action)
    provePossession(id, params)
    try {
      return publicView(route.answer(params, id, action))
    } catch (error) {
      if (error instanceof ApiFailure && error.body.payment_intent) {
        throw new ApiFailure(error.status, { ...error.body, payment_intent: publicView(error.body.payment_intent) })
      }
      throw error
    }
  }

  return { answer, dispute, endRefund, remember }
}

/** What Stripe shows of an intent to a browser: no metadata, it may hold what the payer must not read. */
const publicFields = [
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
]

function publicView(intent: object): object {
  return Object.fromEntries(Object.entries(intent).filter(([field]) => publicFields.includes(field)))
}

function unexpectedState(intent: Stripe.PaymentIntent, message: string) {
  return invalid(message, { code: 'payment_intent_unexpected_state', payment_intent: intent })
}

function required(params: URLSearchParams, param: string): string {
  const value = params.get(param)
  if (value) return value
  throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

function integerOf(params: URLSearchParams, param: string): number {
  const value = required(params, param)
  if (/^-?\d{1,15}$/.test(value)) return Number(value)
  throw invalid(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param })
}

/** Minor units. The limits are those of US dollars; Stripe has others per currency. */
function amountOf(params: URLSearchParams): number {
  const amount = integerOf(params, 'amount')
  if (amount < 50) throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  if (amount <= 99_999_999) return amount
  throw invalid('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' })
}

function currencyOf(params: URLSearchParams): string {
  const currency = required(params, 'currency')
  if (Intl.supportedValuesOf('currency').includes(currency.toUpperCase())) return currency.toLowerCase()
  throw invalid(`Invalid currency: ${currency}`, { param: 'currency' })
}

function emailOf(params: URLSearchParams, param: string): string | null {
  const email = params.get(param)
  if (!email) return null
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) return email
  throw invalid(`Invalid email address: ${email}`, { code: 'email_invalid', param })
}

function metadataOf(params: URLSearchParams): Stripe.Metadata {
  const metadata: Stripe.Metadata = {}
  for (const [name, value] of params) {
    const key = /^metadata\[(.+)\]$/.exec(name)?.[1]
    if (key === undefined || value === '') continue
    if (key.length > 40 || value.length > 500) {
      throw invalid('Metadata keys can have up to 40, values up to 500 characters.', { param: name })
    }
    metadata[key] = value
  }
  if (Object.keys(metadata).length > 50) throw invalid('Metadata can have up to 50 keys.', { param: 'metadata' })
  return metadata
}

function page<T extends { id: string; created: number }>(url: string, items: T[], params: URLSearchParams) {
  const limit = params.has('limit') ? integerOf(params, 'limit') : 10
  if (limit < 1 || limit > 100) throw invalid('Invalid limit: must be between 1 and 100', { param: 'limit' })
  const newestFirst = items.toReversed()
  const after = params.get('starting_after')
  const start = after ? newestFirst.findIndex((item) => item.id === after) + 1 : 0
  if (after && start === 0) throw missing('object', after, 'starting_after')
  const bound = (comparison: string, fallback: number) => Number(params.get(`created[${comparison}]`) ?? fallback)
  const wanted = newestFirst
    .slice(start)
    .filter(
      ({ created }) =>
        created >= bound('gte', 0) &&
        created > bound('gt', -1) &&
        created <= bound('lte', Infinity) &&
        created < bound('lt', Infinity),
    )
  return { object: 'list', url, has_more: wanted.length > limit, data: wanted.slice(0, limit) }
}
