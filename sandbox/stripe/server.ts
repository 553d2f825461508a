import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Stripe from 'stripe'
import { ApiFailure, type ApiRequest, type Ledger, type PastPayment, randomId, stripeApi } from './api.ts'
import { deliverEvent } from './webhook.ts'

/** Switches that tests turn; `next` and `confirmReply` go off again by themselves. */
export interface Faults {
  /** The next request is answered with this status, or its connection is reset, before anything has happened. */
  next?: number | 'reset'
  /** Every request is answered with this status, before anything has happened. */
  always?: number
  /** The next confirm is carried out, then its connection is reset: the payer is charged and does not hear of it. */
  confirmReply?: 'lost'
  /** Milliseconds that every request waits before anything happens. */
  delay?: number
  /** Every request waits for this before anything happens. */
  hold?: Promise<void>
  /** The intent whose refund is refused, as when the balance does not suffice. */
  refund?: string
  /** The intent whose refund is pending until `endRefund`. */
  slowRefund?: string
  /** While set, refunds are made and their answers get lost. */
  refundReply?: 'lost'
  /** While set, events are kept but not sent. */
  webhooks?: 'lost'
}

export interface StripeSandbox {
  /** Answers one request; `req.url` starts at `/v1` (a mount prefix is taken off before), its body is unread. */
  handle(req: http.IncomingMessage, res: http.ServerResponse): Promise<void>
  /** An own server on 127.0.0.1, for the SDK; a free port by default. */
  listen(port?: number): Promise<{ url: string; close(): Promise<void> }>
  fail: Faults
  /** The last thousand requests, oldest first. */
  requests: { method: string; path: string }[]
  intents(): Stripe.PaymentIntent[]
  refunds(): Stripe.Refund[]
  events(): Stripe.Event[]
  /** Payments that were made before it began, so that they can be given back too. */
  remember(paid: readonly PastPayment[]): void
  /** The payer's bank takes a payment back. */
  dispute(intent: string): Stripe.Dispute
  /** The payer's bank has taken the last refund of a payment, or for a reason (Stripe's `failure_reason`) not. */
  endRefund(intent: string, failure?: string): Stripe.Refund
  /** Sends an event to the webhook once more; answers whether it arrived. */
  deliver(event: Stripe.Event): Promise<boolean>
}

interface RememberedAnswer {
  key: string
  request: string
  at: number
  status: number
  body: string
}

const day = 86_400_000

/**
 * A local stand-in for api.stripe.com: payment intents, refunds, events and signed webhooks, no money.
 * With `stateFile` it goes on after a restart where it stopped.
 */
export function stripeSandbox(options: {
  secretKey: string
  publishableKey: string
  webhook?: { url: string; secret: string }
  stateFile?: string
  now?: () => Date
}): StripeSandbox {
  const { secretKey, publishableKey, webhook, stateFile, now = () => new Date() } = options
  const { ledger, answers } = load(stateFile)
  const fail: Faults = {}
  const requests: StripeSandbox['requests'] = []

  const deliver = async (event: Stripe.Event) => webhook !== undefined && deliverEvent(event, webhook, now)
  const { answer, dispute, endRefund, remember } = stripeApi(
    ledger,
    now,
    (event) => {
      if (fail.webhooks !== 'lost') void deliver(event)
    },
    { canBegin: (intent) => fail.refund !== intent, isSlow: (intent) => fail.slowRefund === intent },
  )

  function keyOf(authorization = ''): ApiRequest['key'] {
    const key = authorization.replace(/^Bearer /, '')
    if (key === secretKey) return 'secret'
    if (key === publishableKey) return 'publishable'
    const message = key
      ? `Invalid API Key provided: ${key.slice(0, 3)}****${key.slice(-4)}`
      : 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.'
    throw new ApiFailure(401, { type: 'invalid_request_error', message })
  }

  /** Stripe replays what it answered to an idempotency key for a day (docs.stripe.com/api/idempotent_requests). */
  function remembered(key: string, request: string): RememberedAnswer | undefined {
    const found = answers.get(key)
    if (!found || found.at < now().getTime() - day) return
    if (found.request === request) return found
    throw new ApiFailure(400, {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
        `Try using a key other than '${key.replace(/^\w+ /, '')}' if you meant to execute a different request.`,
    })
  }

  function respond(req: http.IncomingMessage, res: http.ServerResponse, url: URL, form: string) {
    const method = req.method ?? 'GET'
    const send = (status: number, body: string) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(body)
    try {
      const key = keyOf(req.headers.authorization)
      const idempotencyKey = req.headers['idempotency-key']
      const remember = method === 'POST' && typeof idempotencyKey === 'string' ? `${key} ${idempotencyKey}` : undefined
      const request = `${url.pathname}?${form}`
      const before = remember && remembered(remember, request)
      if (before) {
        res.setHeader('idempotent-replayed', 'true')
        send(before.status, before.body)
        return
      }
      const params = method === 'GET' ? url.searchParams : new URLSearchParams(form)
      const [status, body] = outcome(() => answer({ method, path: url.pathname, params, key }))
      // A request that failed validation did nothing: Stripe lets its key be used again, corrected.
      if (remember && (status === 200 || status === 402)) {
        answers.set(remember, { key: remember, request, at: now().getTime(), status, body })
      }
      if (method === 'POST') save(stateFile, ledger, answers, now)
      if (fail.confirmReply && url.pathname.endsWith('/confirm')) {
        fail.confirmReply = undefined
        req.socket.resetAndDestroy()
        return
      }
      if (fail.refundReply && method === 'POST' && url.pathname === '/v1/refunds') {
        req.socket.resetAndDestroy()
        return
      }
      send(status, body)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      send(error.status, JSON.stringify({ error: error.body }))
    }
  }

  async function handle(req: http.IncomingMessage, res: http.ServerResponse) {
    // The browser's half may run on another origin, as it does with Stripe.
    res.setHeader('access-control-allow-origin', '*')
    res.setHeader('access-control-allow-methods', 'GET, POST')
    res.setHeader('access-control-allow-headers', 'authorization, content-type')
    res.setHeader('access-control-max-age', '300')
    if (req.method === 'OPTIONS') {
      res.writeHead(204).end()
      return
    }
    res.setHeader('cache-control', 'no-store')
    res.setHeader('date', now().toUTCString())
    res.setHeader('request-id', randomId('req'))
    res.setHeader('stripe-version', Stripe.API_VERSION)
    const url = new URL(req.url ?? '/', 'http://sandbox')
    requests.push({ method: req.method ?? 'GET', path: url.pathname })
    if (requests.length > 1_000) requests.shift()
    const form = await bodyOf(req)
    if (fail.delay) await setTimeout(fail.delay)
    await fail.hold
    const fault = fail.next ?? fail.always
    fail.next = undefined
    if (fault === 'reset') req.socket.resetAndDestroy()
    else if (fault) {
      res.writeHead(fault, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ error: { type: 'api_error', message: 'An unknown error occurred' } }))
    } else respond(req, res, url, form)
  }

  async function listen(port = 0) {
    const server = http.createServer((req, res) => {
      handle(req, res).catch((error: Error) => res.destroy(error))
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      close: () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve())
          server.closeAllConnections()
        }),
    }
  }

  return {
    handle,
    listen,
    fail,
    requests,
    intents: () => [...ledger.intents.values()],
    refunds: () => [...ledger.refunds.values()],
    events: () => [...ledger.events.values()],
    remember,
    dispute(intent) {
      const created = dispute(intent)
      save(stateFile, ledger, answers, now)
      return created
    },
    endRefund(intent, failure) {
      const ended = endRefund(intent, failure)
      save(stateFile, ledger, answers, now)
      return ended
    },
    deliver,
  }
}

function outcome(run: () => object): [status: number, body: string] {
  try {
    return [200, JSON.stringify(run())]
  } catch (error) {
    if (error instanceof ApiFailure) return [error.status, JSON.stringify({ error: error.body })]
    throw error
  }
}

async function bodyOf(req: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

type Answers = Map<string, RememberedAnswer>

interface State {
  intents: Stripe.PaymentIntent[]
  refunds: Stripe.Refund[]
  /** Absent in what an older sandbox saved. */
  disputes?: Stripe.Dispute[]
  events: Stripe.Event[]
  answers: RememberedAnswer[]
}

function load(file: string | undefined): { ledger: Ledger; answers: Answers } {
  const { intents, refunds, disputes = [], events, answers } = stateIn(file)
  const byId = <T extends { id: string }>(items: T[]) => new Map(items.map((item) => [item.id, item]))
  return {
    ledger: { intents: byId(intents), refunds: byId(refunds), disputes: byId(disputes), events: byId(events) },
    answers: new Map(answers.map((answer) => [answer.key, answer])),
  }
}

function stateIn(file: string | undefined): State {
  try {
    if (file) return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) {
      throw new Error(`The payment sandbox cannot read ${file}. Delete it to start with no payments.`, { cause })
    }
  }
  return { intents: [], refunds: [], events: [], answers: [] }
}

/** Through a temporary name: a process killed while writing leaves the old state whole. */
function save(file: string | undefined, ledger: Ledger, answers: Answers, now: () => Date) {
  if (!file) return
  for (const { key, at } of answers.values()) if (at < now().getTime() - day) answers.delete(key)
  const state: State = {
    intents: [...ledger.intents.values()],
    refunds: [...ledger.refunds.values()],
    disputes: [...ledger.disputes.values()],
    events: [...ledger.events.values()].slice(-1_000),
    answers: [...answers.values()],
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.tmp`, JSON.stringify(state))
  renameSync(`${file}.tmp`, file)
}
