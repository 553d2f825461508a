import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type PaymentProvider, type ProviderPayment, RefundRefused } from '#src/features/payments/provider.ts'
import { Problem } from '#src/platform/http/problem.ts'

// A gateway by redirect with the habits of those in Bangladesh, and its adapter. Both exist only in tests: they prove the
// steps that a card does not use.

interface Attempt {
  id: string
  amount: number
  currency: string
  at: string
  risky: boolean
}
interface Session {
  id: string
  reference: string
  amount: number
  currency: string
  returnTo: string
  state: 'open' | 'approved' | 'cancelled'
  attempts: Attempt[]
}
interface Refund {
  id: string
  refundId: string
  receipt: string
  amount: number
  state: 'processing' | 'refunded' | 'failed'
}
/** What goes wrong next: no answer at all, or one that is lost after the work was done. */
type Fault = 'away' | 'lost'

/** With `executes` the money moves when the site says so, as at bKash; else when the payer pays, as at SSLCommerz. */
export async function gatewaySandbox({ executes = false }: { executes?: boolean } = {}) {
  const sessions = new Map<string, Session>()
  const refunds = new Map<string, Refund>()
  const asked: string[] = []
  const refunding = { isSlow: false }
  const faults: { [path: string]: Fault | undefined; any?: Fault | undefined } = {}

  function move(session: Session, over: Partial<Attempt> = {}) {
    const { amount, currency } = session
    const attempt = { id: `R${randomUUID()}`, amount, currency, at: new Date().toISOString(), risky: false, ...over }
    session.attempts.push(attempt)
    return attempt
  }

  function answer(method: string, path: string, body: Record<string, never>): [status: number, body: object] {
    const [, what, id, verb] = path.split('/')
    if (what === 'payments' && method === 'POST' && !id) {
      const session = { ...(body as unknown as Session), id: randomUUID(), state: 'open' as const, attempts: [] }
      sessions.set(session.id, session)
      return [200, session]
    }
    const session = sessions.get(id ?? '')
    if (what === 'payments' && verb === 'execute') {
      if (session?.state !== 'approved') return [409, { error: 'not approved' }]
      if (session.attempts.length > 0) return [409, { error: 'executed before' }]
      return [200, move(session)]
    }
    if (what === 'payments') return session ? [200, session] : [404, {}]
    if (method === 'POST') {
      const wanted = body as unknown as Refund
      const made = {
        ...wanted,
        id: `B${randomUUID()}`,
        state: refunding.isSlow ? ('processing' as const) : ('refunded' as const),
      }
      refunds.set(made.id, made)
      return [200, made]
    }
    const made = [...refunds.values()].find(({ refundId }) => refundId === id)
    return made ? [200, made] : [404, {}]
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url!
    asked.push(`${request.method} ${path}`)
    const kind = `/${path.split('/')[1]}${path.endsWith('/execute') ? '/execute' : ''}`
    const fault = faults.any ?? faults[`${request.method} ${kind}`]
    if (fault === 'away') return void request.socket.destroy()
    const text = Buffer.concat(chunks).toString()
    const [status, body] = answer(request.method!, path, text ? JSON.parse(text) : {})
    if (fault === 'lost') return void request.socket.destroy()
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    executes,
    faults,
    asked,
    sessions: () => [...sessions.values()],
    refunds: () => [...refunds.values()],
    sessionOf: (id: string) => sessions.get(id)!,
    /** What the payer does at the gateway. `over` is what a thief, or a mistake, makes of it. */
    pay(id: string, over?: Partial<Attempt>) {
      const session = sessions.get(id)!
      if (!executes || over) return move(session, over)
      session.state = 'approved'
    },
    cancel(id: string) {
      sessions.get(id)!.state = 'cancelled'
    },
    /** Whether refunds are on their way until `endRefunds`. */
    refunding,
    endRefunds(state: 'refunded' | 'failed') {
      for (const refund of refunds.values()) if (refund.state === 'processing') refund.state = state
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
export type Gateway = Awaited<ReturnType<typeof gatewaySandbox>>

/** The adapter to that gateway. */
export function gatewayProvider(id: string, { url, executes }: Pick<Gateway, 'url' | 'executes'>): PaymentProvider {
  async function ask(method: string, path: string, body?: object) {
    let response: Response
    try {
      response = await fetch(url + path, { method, ...(body && { body: JSON.stringify(body) }) })
    } catch {
      throw new Problem('unavailable', { code: 'provider-unavailable' })
    }
    return { status: response.status, body: await response.json() }
  }
  const read = ({ id: ref, state, attempts, reference }: Session): ProviderPayment => ({
    providerRef: ref,
    status: attempts.length > 0 ? 'succeeded' : state === 'cancelled' ? 'canceled' : 'open',
    receipts: attempts.map(({ id: receipt, amount, currency, at, risky }) => ({
      ...{ id: receipt, amount, currency, at: new Date(at), isRisky: risky, isDisputed: false },
      refunds: [],
    })),
    paymentId: reference,
    next: { kind: 'redirect', url: `${url}/pay/${ref}` },
  })
  const refunded = ({ id: providerRef, state }: Refund) =>
    state === 'processing' ? { state: 'on its way' as const, providerRef } : { state, providerRef }

  return {
    id,
    ui: { kind: 'redirect' },
    create: async ({ paymentId: reference, amount, currency, returnTo }) =>
      read((await ask('POST', '/payments', { reference, amount, currency, returnTo })).body),
    async fetch(ref) {
      const { status, body } = await ask('GET', `/payments/${ref}`)
      return status === 200 ? read(body) : undefined
    },
    ...(executes && { complete: (ref) => ask('POST', `/payments/${ref}/execute`) }),
    async refund({ refundId, receiptId: receipt, amount }) {
      const { status, body } = await ask('POST', '/refunds', { refundId, receipt, amount })
      if (status !== 200) throw new RefundRefused(body.error)
      return refunded(body)
    },
    async refundState({ refundId }) {
      const { status, body } = await ask('GET', `/refunds/${refundId}`)
      return status === 200 ? refunded(body) : { state: 'unknown' }
    },
    // Anybody can send it, as the notices of gateways in Bangladesh.
    async readNotice(raw) {
      const providerRef = new URLSearchParams(raw.toString()).get('payment') ?? undefined
      return { authenticity: 'hint', eventId: '', type: 'paid', providerRef, isDecline: false }
    },
  }
}
