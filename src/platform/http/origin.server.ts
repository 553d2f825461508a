import type { FastifyInstance } from 'fastify'
import type { Config } from '#src/platform/config/config.server.ts'
import { isLoopback } from '#src/platform/config/rules.server.ts'
import { Problem } from './problem.ts'

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Keeps foreign pages whose name leads here (DNS rebinding) from the demo's mails. Programs without Origin pass. */
export function refuseForeign(app: FastifyInstance, config: Pick<Config, 'mode' | 'origin'>) {
  const isDemo = config.mode === 'demo'
  app.addHook('onRequest', async (request) => {
    if (isDemo && !isLoopback(request.hostname)) throw new Problem('forbidden', { code: 'foreign-host' })
    // The route's own pattern, not the address as it was sent: /%61pi/user reaches the same route.
    if (harmless.has(request.method) || !request.routeOptions.url?.startsWith('/api/')) return
    if (request.routeOptions.config.fromAnywhere) return
    const { origin } = request.headers
    const isOwn =
      origin === undefined
        ? request.headers['sec-fetch-site'] !== 'cross-site'
        : origin === config.origin || isThisMachine(origin)
    if (!isOwn) throw new Problem('forbidden', { code: 'foreign-origin' })
  })

  /** The demo is reached as 127.0.0.1 and as localhost alike. */
  function isThisMachine(from: string) {
    const url = isDemo ? URL.parse(from) : null
    return url?.protocol === 'http:' && isLoopback(url.hostname) && url.port === new URL(config.origin).port
  }
}
