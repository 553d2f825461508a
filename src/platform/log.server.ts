import type { FastifyServerOptions } from 'fastify'

const withoutPeople = (text: string) =>
  text.replace(/\S+@\S+/g, '[email]').replace(/\+?[\d০-৯][\d০-৯\s-]{7,}[\d০-৯]/g, '[number]')

/** Logs requests by their route's pattern, never by address: the specification's addresses hold emails. */
export const logger = (level: string, to?: { write(line: string): void }): FastifyServerOptions['logger'] => ({
  level,
  ...(to ? { stream: to } : {}),
  serializers: {
    req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? 'none' }),
    res: (reply) => ({ statusCode: reply.statusCode }),
    err: describe,
  },
})

type Described = { type: string; code: string | undefined; message: string; stack: string }

/** An error without what was sent, and without who sent it; what caused it, too. */
function describe(error: Error & { code?: string; constraint?: string; table?: string }): Described {
  // Its messages quote what was sent, an address or a phone number perhaps; its codes say enough.
  const isFromPostgres = /^[0-9A-Z]{5}$/.test(error.code ?? '')
  return {
    type: error.name,
    code: error.code,
    message: isFromPostgres ? (error.constraint ?? error.table ?? '') : withoutPeople(error.message ?? ''),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause instanceof Error ? { cause: describe(error.cause) } : {}),
  }
}
