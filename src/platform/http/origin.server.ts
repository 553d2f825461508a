import type { FastifyInstance } from 'fastify'
import type { Config } from '#src/platform/config/config.server.ts'
import { isLoopback } from '#src/platform/config/rules.server.ts'
import { Problem } from './problem.ts'

/** The demo is open to this machine. A foreign page whose name leads here (DNS rebinding) could read its mails. */
export function refuseForeignHosts(app: FastifyInstance, { mode }: Pick<Config, 'mode'>) {
  if (mode !== 'demo') return
  app.addHook('onRequest', async ({ hostname }) => {
    if (!isLoopback(hostname)) throw new Problem('forbidden', { code: 'foreign-host' })
  })
}

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Browsers name the origin of a request. Programs that send no Origin are not what this protects against. */
export function refuseForeignOrigins(app: FastifyInstance, config: Pick<Config, 'mode' | 'origin'>) {
  app.addHook('onRequest', async (request) => {
    // The route's own pattern, not the address as it was sent: /%61pi/user reaches the same route.
    if (harmless.has(request.method) || !request.routeOptions.url?.startsWith('/api/')) return
    const { origin } = request.headers
    const isOwn =
      origin === undefined
        ? request.headers['sec-fetch-site'] !== 'cross-site'
        : origin === config.origin || isThisMachine(origin)
    if (!isOwn) throw new Problem('forbidden', { code: 'foreign-origin' })

    /** The demo is reached as 127.0.0.1 and as localhost alike. */
    function isThisMachine(from: string) {
      if (config.mode !== 'demo' || !URL.canParse(from)) return false
      const { protocol, hostname, port } = new URL(from)
      return protocol === 'http:' && isLoopback(hostname) && port === new URL(config.origin).port
    }
  })
}
