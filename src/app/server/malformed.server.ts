import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { sendProblem, unreadable } from '#src/platform/http/errors.server.ts'
import type { HeadersFor } from './headers.server.ts'

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

/** Refuses what Node itself would refuse without these headers: HTTP/1.1 without a host, and unknown expectations. */
export function refuseMalformed(app: FastifyInstance, headersFor: HeadersFor) {
  app.addHook('onRequest', async ({ headers, raw }, reply) => {
    if (headers.host === undefined && raw.httpVersion === '1.1') return sendProblem(reply, unreadable(400))
  })
  app.server.on('checkExpectation', (_request, response) => {
    response.writeHead(417, { ...headersFor('/'), 'cache-control': 'no-store' } as Record<string, string>).end()
  })
}
