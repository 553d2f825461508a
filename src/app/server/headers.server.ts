import { createHash } from 'node:crypto'
import { type IncomingMessage, type OutgoingHttpHeader, type ServerResponse, STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import helmet from 'helmet'
import type { Config } from '#src/platform/config/config.server.ts'
import { sendProblem, unreadable } from '#src/platform/http/errors.server.ts'
import { isCheckout } from '#src/platform/navigation/addresses.ts'

type HeadersFor = (url: string) => Record<string, OutgoingHttpHeader | undefined>

/** Makes the headers once; the checkout has others. @param inlined the only script that documents may hold */
export function securityHeaders(config: Config, inlined: string | undefined): HeadersFor {
  const [elsewhere, atCheckout] = [false, true].map((mayPay) => headersOf(config, inlined, mayPay))
  return (url) => (config.stripe && isCheckout(url) ? atCheckout! : elsewhere!)
}

/** Before all hooks that refuse, so that refusals have headers. Refuses here what Node would refuse without them. */
export function sendSecurityHeaders(app: FastifyInstance, headersFor: HeadersFor) {
  app.addHook('onRequest', async ({ url, headers, raw }, reply) => {
    reply.headers(headersFor(url))
    if (headers.host === undefined && raw.httpVersion === '1.1') return sendProblem(reply, unreadable(400))
  })
  app.server.on('checkExpectation', (_request, response) => {
    response.writeHead(417, { ...headersFor('/'), 'cache-control': 'no-store' } as Record<string, string>).end()
  })
}

function headersOf({ origin }: Config, inlined: string | undefined, mayPay: boolean) {
  const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  const provider = ['https://js.stripe.com', 'https://*.js.stripe.com']
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: [...(inlined === undefined ? [] : [hashOf(inlined)]), "'self'", ...(mayPay ? provider : [])],
        // The page's own styles are inlined, and dialogs and toasts set styles while they move.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        ...(mayPay && { connectSrc: ["'self'", 'https://api.stripe.com'] }),
        frameSrc: mayPay ? [...provider, 'https://hooks.stripe.com'] : ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        formAction: ["'self'"],
      },
    },
    // Google's popup must be able to talk back, see features/identity/popup.ts.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'no-referrer' },
    // For browsers and plug-ins that are gone; the last two are what browsers do by themselves, and no page leads elsewhere.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    // As `frame-ancestors` says it, for browsers that do not know that.
    xFrameOptions: { action: 'deny' },
    // This site's name only: what else the operator has below the domain may not speak TLS.
    strictTransportSecurity: origin.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
  const headers: ReturnType<HeadersFor> = {
    'permissions-policy': `camera=(), microphone=(), geolocation=(), usb=(), payment=(${mayPay ? 'self "https://js.stripe.com"' : ''})`,
  }
  // It only knows how to write into an answer.
  const setHeader = (name: string, value: string) => Object.assign(headers, { [name]: value })
  secure({} as IncomingMessage, { setHeader, removeHeader() {} } as unknown as ServerResponse, () => {})
  return headers
}

const statuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Answers what Node cannot parse, or has waited for too long, as every other request is answered. */
export function answerUnparsed(headersFor: HeadersFor): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  return ({ code = '' }, socket) => {
    if (code === 'ECONNRESET' || socket.destroyed) return
    const status = statuses[code] ?? 400
    const body = JSON.stringify(unreadable(status))
    const headers = {
      ...headersFor('/'),
      'cache-control': 'no-store',
      'content-type': 'application/problem+json',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    socket.destroy()
  }
}
