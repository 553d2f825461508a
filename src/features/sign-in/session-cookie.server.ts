import { createAuthEndpoint } from 'better-auth/api'
import { sessionDays } from '#src/features/identity/contract.ts'
import type { Config } from '#src/platform/config/config.server.ts'

/** A cookie of this name can be set by this host alone, over TLS, for all of it (RFC 6265bis, 4.1.3.2). */
export const hostPrefix = ({ origin }: Pick<Config, 'origin'>) => (origin.startsWith('https:') ? '__Host-' : '')

export const unusedForSeconds = sessionDays * 24 * 60 * 60
export const renewedEverySeconds = 60 * 60

/** Whether better-auth would prolong a session or end it. It does not prolong one that ends with the browser. */
export function isToBeRenewed(expiresAt: Date, isForNow: boolean) {
  const left = expiresAt.getTime() - Date.now()
  return left <= 0 || (!isForNow && left <= (unusedForSeconds - renewedEverySeconds) * 1_000)
}

/** Reads the cookies as better-auth, which signed them: what one of two readers does not see would get past it. */
export const sessionCookieReader = {
  id: 'session-cookie',
  endpoints: {
    readSessionCookie: createAuthEndpoint('/session-cookie', { method: 'GET', requireHeaders: true }, async (ctx) => {
      const { authCookies, secret } = ctx.context
      const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
      if (!token) return null
      return { token, isForNow: Boolean(await ctx.getSignedCookie(authCookies.dontRememberToken.name, secret)) }
    }),
    readHalfSession: createAuthEndpoint('/half-session', { method: 'GET', requireHeaders: true }, async (ctx) => {
      const { createAuthCookie, secret } = ctx.context
      return (await ctx.getSignedCookie(createAuthCookie('two_factor').name, secret)) || null
    }),
  },
}
