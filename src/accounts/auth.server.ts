import type { IncomingMessage } from 'node:http'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { fromNodeHeaders } from 'better-auth/node'
import { genericOAuth } from 'better-auth/plugins'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from '#src/platform/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { line } from '#src/platform/http/fields.ts'
import { Problem, type ProblemBody } from '#src/platform/http/problem.ts'
import { hashPassword, verifyPassword } from './password.server.ts'
import { viewerOfUser } from './queries.server.ts'
import { type Viewer, visitor } from './viewer.ts'

/** An issuer that stands in for Google, in the demo. */
export interface Issuer {
  issuer: string
  clientId: string
  clientSecret: string
}

export interface Auth {
  ways: { google: boolean; oidc: boolean }
  cookieName: string
  /** Who is behind a request's session cookie; role and premium as they are now. */
  viewerOf(request: FastifyRequest): Promise<Viewer>
  mount(app: FastifyInstance): void
}

const sessionCookie = 'nikhad.session_token'

/** What of better-auth is reachable. Everything else it could do (change email, delete, list …) answers 404. */
const reachable = [
  ['POST', '/sign-up/email'],
  ['POST', '/sign-in/email'],
  ['POST', '/sign-in/social'],
  ['GET', '/callback/:provider'],
  ['POST', '/sign-out'],
] as const

const Name = line(100, 'must be filled in')

/** The name and photo link of a new account, whoever sent them. A link is shown, never loaded (REQUIREMENTS E6). */
function checkedAccount<T extends { name?: string | undefined; image?: string | null | undefined }>(
  account: T,
  isOwnForm: boolean,
) {
  const name = z.safeParse(Name, account.name)
  if (!name.success) {
    if (isOwnForm)
      throw new APIError('UNPROCESSABLE_ENTITY', {
        code: 'INVALID_NAME',
        message: `Name ${name.error.issues[0]?.message}.`,
      })
    return { data: { ...account, name: '-' } }
  }
  const image = account.image || undefined
  const isLink = image !== undefined && image.length <= 2048 && URL.canParse(image) && image.startsWith('https://')
  if (image && !isLink && isOwnForm) {
    throw new APIError('UNPROCESSABLE_ENTITY', {
      code: 'INVALID_PHOTO_URL',
      message: 'Photo URL must be a link that starts with https://.',
    })
  }
  return { data: { ...account, name: name.data, image: isLink ? image : null } }
}

interface Surroundings {
  config: Config
  db: Db
  log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>
}

function configure({ config, db, log }: Surroundings, issuers: (Issuer & { id: string })[]) {
  return betterAuth({
    appName: config.brand.name,
    baseURL: config.origin,
    basePath: '/api/auth',
    secret: config.secret,
    trustedOrigins: [config.origin],
    database: { db, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    // Only its words: what else it would print may hold what was sent.
    logger: { level: 'error', log: (level, message) => log[level]({ from: 'sign-in' }, message) },
    user: { modelName: 'users' },
    session: { modelName: 'sessions', expiresIn: 60 * 60 * 24 * 30, updateAge: 60 * 60 * 24 },
    account: { modelName: 'accounts', encryptOAuthTokens: true },
    verification: { modelName: 'verifications' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    socialProviders: config.google ? { google: { ...config.google, prompt: 'select_account' as const } } : {},
    plugins: [
      genericOAuth({
        config: issuers.map(({ id, issuer, clientId, clientSecret }) => ({
          providerId: id,
          discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
          clientId,
          clientSecret,
          scopes: ['openid', 'email', 'profile'],
          pkce: true,
          prompt: 'select_account' as const,
          requireIdTokenVerification: true,
        })),
      }),
    ],
    // Per address, in this process; on in production only. An office behind one address must be able to work.
    rateLimit: { customRules: Object.fromEntries(reachable.map(([, path]) => [path, { window: 60, max: 30 }])) },
    databaseHooks: {
      user: {
        create: {
          before: async (account, context) => checkedAccount(account, context?.path === '/sign-up/email'),
        },
      },
    },
    advanced: {
      cookiePrefix: 'nikhad',
      useSecureCookies: config.origin.startsWith('https:'),
      ipAddress: { ipAddressHeaders: ['x-real-ip'] },
      database: { generateId: 'uuid', validateSchema: false },
    },
  })
}

/** The session is in the cookie only (REQUIREMENTS A5): better-auth also puts its token where scripts can read it. */
function withoutToken(text: string) {
  if (!text.startsWith('{')) return text
  const { token: _, ...rest } = JSON.parse(text)
  return JSON.stringify(rest)
}

/** better-auth's refusals in the form of all others; its code picks the text in the page. */
async function refuse(reply: FastifyReply, answer: Response) {
  const { code, message } = (await answer.json().catch(() => ({}))) as { code?: string; message?: string }
  const retryAfter = answer.headers.get('x-retry-after')
  if (retryAfter) reply.header('retry-after', retryAfter)
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send({
      type: 'about:blank',
      title: message ?? 'Signing in did not work.',
      status: answer.status,
      code: code ?? (answer.status === 429 ? 'too-fast' : 'failed'),
    } satisfies ProblemBody)
}

/** How long to go without an issuer that did not answer before asking again. */
const askIssuerAgainAfter = 10_000

/**
 * Sign-in and sessions, by better-auth behind this one small door so that it can be replaced.
 * `sandboxGoogle` stands in for Google in the demo.
 */
export function createAuth({
  sandboxGoogle,
  now = Date.now,
  ...around
}: Surroundings & { sandboxGoogle?: Issuer; now?: () => number }): Auth {
  const { config, db } = around
  const ways = { google: Boolean(config.google || sandboxGoogle), oidc: Boolean(config.oidc) }
  const issuers = [
    ...(sandboxGoogle ? [{ id: 'google', ...sandboxGoogle }] : []),
    ...(config.oidc ? [{ id: 'oidc', ...config.oidc }] : []),
  ]
  let current = {
    auth: configure(around, []),
    isComplete: issuers.length === 0,
    since: Number.NEGATIVE_INFINITY,
  }

  // better-auth asks an issuer for its addresses once, when it is made, and silently goes without the issuer if that
  // fails. So it is made again until all issuers are there; at first use, because the demo's issuer lives in this server.
  async function withIssuers() {
    if (current.isComplete || now() - current.since < askIssuerAgainAfter) return current.auth
    const auth = configure(around, issuers)
    const known = (await auth.$context).socialProviders.map((provider) => provider.id)
    current = { auth, isComplete: issuers.every(({ id }) => known.includes(id)), since: now() }
    return auth
  }

  const seen = new WeakMap<IncomingMessage, Promise<Viewer>>()
  /** Cookies that prolong a session that is being used. */
  const renewed = new WeakMap<IncomingMessage, string[]>()

  async function readViewer(request: FastifyRequest) {
    if (!request.headers.cookie?.includes(sessionCookie)) return visitor
    try {
      const { headers, response } = await current.auth.api.getSession({
        headers: fromNodeHeaders(request.headers),
        returnHeaders: true,
      })
      renewed.set(request.raw, headers.getSetCookie())
      return response ? await viewerOfUser(db, response.user.id) : visitor
    } catch (error) {
      // It hides what happened; that somebody's session cannot be read for now is all there is to say.
      if (error instanceof APIError && error.statusCode >= 500) throw new Problem('unavailable')
      throw error
    }
  }

  return {
    ways,
    cookieName: `${config.origin.startsWith('https:') ? '__Secure-' : ''}${sessionCookie}`,

    viewerOf(request) {
      const known = seen.get(request.raw) ?? readViewer(request)
      seen.set(request.raw, known)
      return known
    },

    mount(app) {
      app.addHook('onSend', async (request, reply) => {
        for (const cookie of renewed.get(request.raw) ?? []) reply.header('set-cookie', cookie)
      })
      for (const [method, path] of reachable) {
        app.route({
          method,
          url: `/api/auth${path}`,
          config: { access: 'visitor' },
          // A HEAD must change nothing, and the callback would sign somebody in.
          exposeHeadRoute: false,
          handler: async (request, reply) => {
            const isSocial = path === '/sign-in/social' || path === '/callback/:provider'
            const { handler } = isSocial ? await withIssuers() : current.auth
            const headers = fromNodeHeaders(request.headers)
            // Whatever the client says of itself is overwritten by the address the connection really has.
            headers.set('x-real-ip', request.ip)
            headers.delete('content-length')
            const answer = await handler(
              new Request(config.origin + request.url, {
                method,
                headers,
                ...(method === 'POST' ? { body: JSON.stringify(request.body ?? {}) } : {}),
              }),
            )
            if (answer.status >= 400) return refuse(reply, answer)
            for (const [name, value] of answer.headers) if (name !== 'set-cookie') reply.header(name, value)
            return reply
              .code(answer.status)
              .header('cache-control', 'no-store')
              .header('set-cookie', answer.headers.getSetCookie())
              .send(withoutToken(await answer.text()))
          },
        })
      }
    },
  }
}
