import type {
  PaymentIntent,
  PaymentIntentResult,
  Stripe,
  StripeCardElement,
  StripeElements,
  StripeError,
} from '@stripe/stripe-js'
import { SandboxCardElement, type SandboxCardOptions } from './card-element.ts'

/**
 * The browser's half of the payment sandbox: takes the place of what `loadStripe` answers, in `<Elements stripe={…}>`.
 * It knows the card element, `confirmCardPayment` and `retrievePaymentIntent`; of the rest of Stripe.js nothing is
 * there. `baseUrl` is where the sandbox's server is mounted, without a slash at the end; it may be a bare path.
 */
export async function sandboxStripe(publishableKey: string, baseUrl: string): Promise<Stripe> {
  await loadStyles(`${baseUrl}/browser/card.css`)

  async function call(method: 'GET' | 'POST', path: string, fields: Record<string, string>) {
    const form = new URLSearchParams(fields)
    try {
      const answer = await fetch(baseUrl + path + (method === 'GET' ? `?${form}` : ''), {
        method,
        headers: { authorization: `Bearer ${publishableKey}` },
        body: method === 'POST' ? form : undefined,
      })
      return resultOf(await answer.json())
    } catch {
      return refused('api_connection_error', {
        message:
          'We are experiencing issues connecting to our payments provider. You have not been charged. ' +
          'Please check your internet connection and try again.',
      })
    }
  }

  const confirmCardPayment: Stripe['confirmCardPayment'] = async (clientSecret, data, options) => {
    const id = intentIdIn(clientSecret)
    const fields = fieldsOf(data?.payment_method)
    if (fields.error) return { error: fields.error }
    const confirmed = await call('POST', `/v1/payment_intents/${id}/confirm`, {
      client_secret: clientSecret,
      ...fields.form,
    })
    if (confirmed.paymentIntent?.status !== 'requires_action' || options?.handleActions === false) return confirmed
    const action = await askForAuthentication(confirmed.paymentIntent)
    const answered = await call('POST', `/sandbox-authentication/${id}/${action}`, { client_secret: clientSecret })
    if (answered.paymentIntent?.status !== 'requires_payment_method') return answered
    return refused('invalid_request_error', {
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_intent: answered.paymentIntent,
    })
  }

  const retrievePaymentIntent: Stripe['retrievePaymentIntent'] = (clientSecret) =>
    call('GET', `/v1/payment_intents/${intentIdIn(clientSecret)}`, { client_secret: clientSecret })

  const notHere = async () => refused('invalid_request_error', { message: 'The payment sandbox cannot do this.' })

  // <Elements> takes an object for Stripe.js if these first four are functions.
  const stripe = {
    elements: sandboxElements,
    createToken: notHere,
    createPaymentMethod: notHere,
    confirmCardPayment,
    retrievePaymentIntent,
    registerAppInfo: () => {},
    _registerWrapper: () => {},
  } satisfies Partial<Record<keyof Stripe | '_registerWrapper', unknown>>
  return stripe as unknown as Stripe
}

/** Resolves once they are here, so that the field never stands without them. */
const loadStyles = (address: string) =>
  new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address })
    link.onload = resolve
    link.onerror = () => reject(new Error(`${address} could not be loaded`))
    document.head.append(link)
  })

function sandboxElements(): StripeElements {
  let card: SandboxCardElement | undefined
  const elements = {
    create(type: string, options?: SandboxCardOptions): StripeCardElement {
      if (type !== 'card') throw new Error(`IntegrationError: the payment sandbox has no ${type} element.`)
      card = new SandboxCardElement(options)
      return card
    },
    /** By name, or by the React component, which carries its name. */
    getElement(type: string | { __elementType?: string }) {
      const name = typeof type === 'string' ? type : type.__elementType
      return name === 'card' && card && !card.destroyed ? card : null
    },
    update: async () => {},
    fetchUpdates: async () => ({}),
    submit: async () => ({}),
    on: () => {},
  } satisfies Record<keyof StripeElements, unknown>
  return elements as unknown as StripeElements
}

function refused(type: StripeError['type'], details: Omit<StripeError, 'type'>): PaymentIntentResult {
  return { error: { type, ...details } }
}

function resultOf(answer: PaymentIntent | { error: StripeError }): PaymentIntentResult {
  return 'error' in answer ? { error: answer.error } : { paymentIntent: answer }
}

function intentIdIn(clientSecret: string): string {
  const id = /^(pi_[^_]+)_secret_.+$/.exec(clientSecret)?.[1]
  if (id) return id
  throw new Error(`IntegrationError: value should be a client secret, pi_…_secret_…. You specified: ${clientSecret}.`)
}

type PaymentMethod = NonNullable<NonNullable<Parameters<Stripe['confirmCardPayment']>[1]>['payment_method']>

function fieldsOf(
  method: PaymentMethod | undefined,
): { form: Record<string, string>; error?: undefined } | { form?: undefined; error: StripeError } {
  if (method === undefined) return { form: {} }
  if (typeof method === 'string') return { form: { payment_method: method } }
  if (!(method.card instanceof SandboxCardElement)) {
    throw new Error('IntegrationError: payment_method.card must be the card element of the payment sandbox.')
  }
  const { card, error } = method.card.submit()
  if (!card) return { error: error ?? { type: 'validation_error' } }
  const form: Record<string, string> = {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number,
    'payment_method_data[card][exp_month]': card.expiry.slice(0, 2),
    'payment_method_data[card][exp_year]': card.expiry.slice(2),
    'payment_method_data[card][cvc]': card.cvc,
  }
  const { name, email } = method.billing_details ?? {}
  if (name) form['payment_method_data[billing_details][name]'] = name
  if (email) form['payment_method_data[billing_details][email]'] = email
  return { form }
}

/** The page a bank would show. Closing it with Esc is a refusal. */
function askForAuthentication({ amount, currency }: PaymentIntent): Promise<'complete' | 'fail'> {
  const price = new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100)
  const dialog = document.createElement('dialog')
  dialog.className = 'sandbox-authentication'
  dialog.setAttribute('aria-labelledby', 'sandbox-authentication-title')
  // No value of the page goes in here but a formatted price.
  dialog.innerHTML = `<form method="dialog">
    <h2 id="sandbox-authentication-title">Sandbox 3-D Secure</h2>
    <p>This stands in for the page of your bank. No money moves. Amount: ${price}</p>
    <button value="complete">Complete authentication</button>
    <button value="fail">Fail authentication</button>
  </form>`
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'complete' ? 'complete' : 'fail')
    })
  })
}
