import type { FastifyServerOptions } from 'fastify'

/**
 * JSON lines on standard output. Requests are logged by their route's pattern, never by address: addresses hold emails
 * (REQUIREMENTS section 7 of the specification), and errors may quote values.
 */
export const logger = (level: string, to?: { write(line: string): void }): FastifyServerOptions['logger'] => ({
  level,
  ...(to ? { stream: to } : {}),
  serializers: {
    req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? 'none' }),
    res: (reply) => ({ statusCode: reply.statusCode }),
    err: (error) => ({
      type: error.name,
      code: error.code,
      // PostgreSQL's `detail` and `where` quote rows; the message names only tables and constraints.
      message: error.message.replace(/\S+@\S+/g, '[email]'),
      stack: error.stack?.split('\n').slice(1).join('\n') ?? '',
    }),
  },
})
