import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { fromNodeHeaders } from 'better-auth/node'
import { genericOAuth } from 'better-auth/plugins'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Clock } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { Email, line } from '#src/platform/http/fields.ts'
import { Problem, type ProblemBody } from '#src/platform/http/problem.ts'
import { isLanguage } from '#src/platform/i18n/languages.server.ts'
import type { Language } from '#src/platform/i18n/texts.tsx'
import { setLanguage } from './account-queries.server.ts'
import { mailLink } from './mailed-links.server.ts'
import { hashPassword, verifyPassword } from './password.server.ts'
import { type PasswordFault, passwordFault, passwordFaults } from './password-rule.server.ts'
import { isPhotoLink } from './policy.ts'
import { viewerOfUser } from './queries.server.ts'
import { attemptKey, forgetAttempts, type Limit, networkOf, takeAttempt } from './throttle.server.ts'
import { type Viewer, visitor } from './viewer.ts'

/** An issuer that stands in for Google, in the demo. */
export interface Issuer {
  issuer: string
  clientId: string
  clientSecret: string
}

export interface Auth {
  ways: { google: boolean; oidc: boolean; mail: boolean }
  cookieName: string
  /** Who is behind a request's session cookie; role and premium as they are now. */
  viewerOf(request: FastifyRequest): Promise<Viewer>
  passwordFault(password: string, person: { email: string; name: string }): PasswordFault | undefined
  /** Failed sign-ins stop counting for whoever has proved to be this person. */
  forgetTries(email: string): Promise<void>
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

/** Failed sign-ins to one account, from one network and from all together. What is counted is gone after an hour. */
const fromOneNetwork: Limit = { free: 10, wait: 60 }
const fromEverywhere: Limit = { free: 50, wait: 60 }

function languageOf(cookies: string | undefined): Language | undefined {
  const chosen = cookies?.match(/(?:^|;\s*)lang=([a-z]{2})(?:;|$)/)?.[1]
  return chosen && isLanguage(chosen) ? chosen : undefined
}

const NewAccount = z.object({ name: z.string(), email: z.string(), password: z.string() })
const Name = line(100, 'must be filled in')

/** The name and photo link of a new account, whoever sent them. A link is shown, never loaded (REQUIREMENTS E6). */
function checkedAccount<T extends { name?: string | undefined; image?: string | null | undefined }>(
  account: T,
  isOwnForm: boolean,
  origin: string,
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
  const isLink = image !== undefined && isPhotoLink(image, origin)
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
  clock: Clock
  log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>
}

function configure({ config, db, clock, log }: Surroundings, issuers: (Issuer & { id: string })[]) {
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
    session: { modelName: 'sessions', expiresIn: 60 * 60 * 24 * 30, updateAge: 60 * 60 },
    account: { modelName: 'accounts', encryptOAuthTokens: true },
    verification: { modelName: 'verifications' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
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
    // Its window never ends while requests keep coming: 30 sign-ins, less than a minute apart, closed an office for good.
    rateLimit: { enabled: false },
    databaseHooks: {
      user: {
        create: {
          before: async (account, context) =>
            checkedAccount(account, context?.path === '/sign-up/email', config.origin),
          // better-auth runs this after its transaction, so the account is there whatever happens here; a mail that was
          // lost is offered again by the pages.
          after: async ({ id, email, emailVerified }, context) => {
            const language = languageOf(context?.headers?.get('cookie') ?? undefined) ?? 'en'
            try {
              if (language !== 'en') await setLanguage(db, id, language)
              if (config.mail && !emailVerified)
                await mailLink(db, config.origin, 'verify', { id, email, language }, clock())
            } catch (error) {
              log.error({ err: error }, 'the mail that confirms an email could not be queued')
            }
          },
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
  // It hides what happened; that nobody can sign in for now is all there is to say.
  if (answer.status >= 500) throw new Problem('unavailable')
  const { code, message } = (await answer.json().catch(() => ({}))) as { code?: string; message?: string }
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send({
      type: 'about:blank',
      title: message ?? 'Signing in did not work.',
      status: answer.status,
      code: code ?? 'failed',
    } satisfies ProblemBody)
}

/**
 * Slows down whoever guesses at one account's password (REQUIREMENTS A6), without letting strangers lock its person out:
 * a browser in which they have signed in before carries a cookie that proves it, and is counted for itself.
 */
function signInGuard({ config, db, clock }: Surroundings, cookiePrefix: string) {
  const cookieName = `${cookiePrefix}nikhad.known`
  const proofOf = (email: string) => createHmac('sha256', config.secret).update(`known ${email}`).digest('base64url')
  const everywhere = (email: string) => attemptKey('sign-in', email)

  return {
    /** @returns what to do with the answer, if it is a good one */
    async enter(request: FastifyRequest) {
      const email = z.safeParse(Email, (request.body as { email?: unknown } | undefined)?.email).data
      if (!email) return undefined
      const isKnown = request.headers.cookie?.includes(`${cookieName}=${proofOf(email)}`)
      const tries: [string, Limit][] = isKnown
        ? [[attemptKey('sign-in', email, 'known'), fromOneNetwork]]
        : [
            [attemptKey('sign-in', email, networkOf(request.ip)), fromOneNetwork],
            [everywhere(email), fromEverywhere],
          ]
      for (const [key, limit] of tries) await takeAttempt(db, key, limit, clock())
      return async () => {
        await forgetAttempts(
          db,
          tries.map(([key]) => key),
        )
        return `${cookieName}=${proofOf(email)}; Path=/api/auth; Max-Age=31536000; HttpOnly; SameSite=Lax${cookiePrefix ? '; Secure' : ''}`
      }
    },
    forget: (email: string) => forgetAttempts(db, [everywhere(email)]),
  }
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
  const ways = {
    google: Boolean(config.google || sandboxGoogle),
    oidc: Boolean(config.oidc),
    mail: Boolean(config.mail),
  }
  const cookiePrefix = config.origin.startsWith('https:') ? '__Secure-' : ''
  const guard = signInGuard(around, cookiePrefix)
  const faultOf: Auth['passwordFault'] = (password, person) =>
    passwordFault(password, { ...person, brand: config.brand.name })
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

  function weakness(body: unknown) {
    const account = z.safeParse(NewAccount, body).data
    return account && faultOf(account.password, account)
  }

  const seen = new WeakMap<IncomingMessage, Promise<Viewer>>()
  /** Cookies that prolong a session that is being used. */
  const renewed = new WeakMap<IncomingMessage, string[]>()

  async function readViewer(request: FastifyRequest): Promise<Viewer> {
    if (!request.headers.cookie?.includes(sessionCookie)) return visitor
    try {
      const { headers, response } = await current.auth.api.getSession({
        headers: fromNodeHeaders(request.headers),
        returnHeaders: true,
      })
      renewed.set(request.raw, headers.getSetCookie())
      const viewer = response && (await viewerOfUser(db, response.user.id))
      if (!viewer) return visitor
      // Whoever reads the site in another language by now gets mails in it too.
      const language = languageOf(request.headers.cookie) ?? viewer.language
      if (language !== viewer.language) await setLanguage(db, viewer.userId, language)
      return { ...viewer, language, sessionId: response.session.id }
    } catch (error) {
      // It hides what happened; that somebody's session cannot be read for now is all there is to say.
      if (error instanceof APIError && error.statusCode >= 500) throw new Problem('unavailable')
      throw error
    }
  }

  return {
    ways,
    cookieName: cookiePrefix + sessionCookie,
    passwordFault: faultOf,
    forgetTries: guard.forget,

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
          // From one network, of each kind: many people share one, in an office or with a phone company.
          config: { access: 'visitor', rateLimit: { max: 30, timeWindow: 60_000 } },
          // A HEAD must change nothing, and the callback would sign somebody in.
          exposeHeadRoute: false,
          handler: async (request, reply) => {
            const isSocial = path === '/sign-in/social' || path === '/callback/:provider'
            const fault = path === '/sign-up/email' && weakness(request.body)
            if (fault)
              throw new Problem('invalid', {
                code: fault,
                errors: [{ field: 'password', message: passwordFaults[fault] }],
              })
            const succeed = path === '/sign-in/email' ? await guard.enter(request) : undefined
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
            if (succeed) reply.header('set-cookie', await succeed())
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
