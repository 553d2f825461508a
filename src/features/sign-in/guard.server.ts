import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { browsersKnownOf } from '#src/features/identity/index.server.ts'
import type { Base } from '#src/platform/http/mount.server.ts'
import { addressIn, networkOf } from '#src/platform/http/network.server.ts'
import {
  attemptKey,
  forgetAttempts,
  type Limit,
  limits,
  returnToNetworks,
  takeAttempt,
  takeFromNetworks,
} from '#src/platform/limits/throttle.server.ts'
import { Email } from '#src/platform/schemas/fields.ts'

/** Known browsers are counted apart, so strangers lock nobody out (REQUIREMENTS A6; OWASP, "device cookies"). */
export function signInGuard({ config, db, clock }: Base, cookiePrefix: string) {
  const cookieName = `${cookiePrefix}nikhad.known`
  const proofOf = (email: string, round: number, browser: string) =>
    createHmac('sha256', config.secret).update(`known ${email} ${round} ${browser}`).digest()
  const cookie = new RegExp(`(?:^|[;\\s])${cookieName}=([\\w-]{22})\\.([\\w-]{43})(?:;|$)`)
  function knownBrowser(request: FastifyRequest, email: string, round: number) {
    const [, browser = '', proof = ''] = cookie.exec(request.headers.cookie ?? '') ?? []
    const isProved = proof && timingSafeEqual(Buffer.from(proof, 'base64url'), proofOf(email, round, browser))
    return isProved ? browser : undefined
  }
  const everywhere = (email: string) => attemptKey('sign-in', email)

  return {
    /** Counts a way of signing in that is not limited per account. @throws Problem 429 */
    count(request: FastifyRequest, way: string) {
      const limit = way === '/sign-up/email' ? limits.newAccountsOfNetwork : limits.signInsOfNetwork
      return takeFromNetworks(db, way, addressIn(request.ip), limit, clock())
    },

    /** @returns what to do after a success; it answers the cookie of a known browser. @throws Problem 429 */
    async enter(request: FastifyRequest) {
      const address = addressIn(request.ip)
      const email = z.safeParse(Email, (request.body as { email?: unknown } | undefined)?.email).data
      const round = email ? await browsersKnownOf(db, email) : 0
      const browser = email && knownBrowser(request, email, round)
      if (!browser) await takeFromNetworks(db, 'sign-in from', address, limits.signInsOfNetwork, clock())
      if (!email) return undefined
      const tries: [string, Limit][] = browser
        ? [[attemptKey('sign-in', email, 'known', browser), limits.signInsFromNetwork]]
        : [
            [attemptKey('sign-in', email, networkOf(address)), limits.signInsFromNetwork],
            [everywhere(email), limits.signInsFromEverywhere],
          ]
      for (const [key, limit] of tries) await takeAttempt(db, key, limit, clock())
      return async () => {
        if (!browser) await returnToNetworks(db, 'sign-in from', address, limits.signInsOfNetwork)
        const keys = tries.map(([key]) => key)
        await forgetAttempts(db, keys)
        const known = browser || randomBytes(16).toString('base64url')
        const proof = proofOf(email, round, known).toString('base64url')
        return `${cookieName}=${known}.${proof}; Path=/api/auth; Max-Age=31536000; HttpOnly; SameSite=Lax${cookiePrefix ? '; Secure' : ''}`
      }
    },

    forget: (email: string) => forgetAttempts(db, [everywhere(email)]),
  }
}
