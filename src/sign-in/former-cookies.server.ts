import type { FastifyInstance } from 'fastify'
import type { Config } from '#src/platform/config.server.ts'

/** A cookie of this name can be set by this host alone, over TLS, for all of it (RFC 6265bis, 4.1.3.2). */
export const hostPrefix = ({ origin }: Pick<Config, 'origin'>) => (origin.startsWith('https:') ? '__Host-' : '')

/** Seconds: as long as a session that is not used. */
const kept = 30 * 24 * 60 * 60

/**
 * A session that began under the cookie's former name goes on: at its next request it gets the present name. Whoever has
 * a session of the present name keeps that. To be removed once no session can be as old (docs/decisions/045-headers.md).
 */
export function takeOverFormerCookies(app: FastifyInstance) {
  app.addHook('onRequest', async ({ headers }, reply) => {
    const { cookie } = headers
    const [, token] = cookie?.match(/(?:^|; )__Secure-nikhad\.session_token=([^;]+)/) ?? []
    if (!cookie || !token) return
    reply.header('set-cookie', '__Secure-nikhad.session_token=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax')
    if (/(?:^|; )__Host-nikhad\.session_token=/.test(cookie)) return
    headers.cookie = cookie.replaceAll(/__Secure-(?=nikhad\.(?:session_token|dont_remember)=)/g, '__Host-')
    const isForNow = cookie.includes('__Secure-nikhad.dont_remember=')
    const until = isForNow ? '' : `; Max-Age=${kept}`
    reply.header('set-cookie', `__Host-nikhad.session_token=${token}; Path=/${until}; Secure; HttpOnly; SameSite=Lax`)
  })
}
