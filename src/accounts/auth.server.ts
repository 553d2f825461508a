import type { IncomingMessage } from 'node:http'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { fromNodeHeaders } from 'better-auth/node'
import { genericOAuth } from 'better-auth/plugins'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { choiceIn } from '#src/platform/choices.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { line } from '#src/platform/http/fields.ts'
import { addressIn } from '#src/platform/http/network.server.ts'
import { Problem, type ProblemBody } from '#src/platform/http/problem.ts'
import { type Viewer, visitor } from '#src/platform/http/viewer.ts'
import { isLanguage } from '#src/platform/i18n/languages.ts'
import { endSession, endSessionsBeyond, setLanguage } from './account-queries.server.ts'
import { discoveryUrl, type Issuer, readIdentity } from './issuer.server.ts'
import { mailLink } from './mailed-links.server.ts'
import { hashPassword, verifyPassword } from './password.server.ts'
import { type PasswordFault, passwordFault, passwordFaults } from './password-rule.server.ts'
import { isPhotoLink } from './policy.ts'
import { viewerOfUser } from './queries.server.ts'
import { signInGuard } from './sign-in-guard.server.ts'

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

const day = 24 * 60 * 60
/** Days: how long a session lives on without being used, and at most. */
const unusedFor = 30
const atMost = 180
/** One more ends the one that was used least lately. */
const sessionsOfOnePerson = 20

const languageOf = (cookies: string | undefined) => [choiceIn(cookies, 'lang')].find(isLanguage)

const NewAccount = z.object({ name: z.string(), email: z.string(), password: z.string() })
const Name = line(100, 'must be filled in')

/**
 * The name and photo link of a new account, whoever sent them. A link is shown, never loaded (REQUIREMENTS E6). Our own
 * form is told what is wrong; of what an issuer sends, what cannot be used is left out.
 */
function checkedAccount<T extends { name?: string | undefined; image?: string | null | undefined }>(
  account: T,
  isOwnForm: boolean,
  origin: string,
) {
  const refuse = (code: string, message: string) => {
    if (isOwnForm) throw new APIError('UNPROCESSABLE_ENTITY', { code, message })
  }
  const name = z.safeParse(Name, account.name)
  if (!name.success) refuse('INVALID_NAME', `Name ${name.error.issues[0]?.message}.`)
  const isUsable = isPhotoLink(account.image ?? '', origin)
  if (account.image && !isUsable) refuse('INVALID_PHOTO_URL', 'Photo URL must be a link that starts with https://.')
  return { data: { ...account, name: name.data ?? '-', image: isUsable ? account.image : null } }
}

/** Tokens of issuers: we never ask an issuer anything on somebody's behalf, so they are not kept. */
const withoutTokens = async <T extends object>(account: T) => ({
  data: {
    ...account,
    accessToken: null,
    refreshToken: null,
    idToken: null,
    accessTokenExpiresAt: null,
    refreshTokenExpiresAt: null,
  },
})

interface Deps {
  config: Config
  db: Db
  clock: Clock
  log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>
}

function configure({ config, db, clock, log }: Deps, issuers: (Issuer & { id: string })[]) {
  return betterAuth({
    appName: config.brand.name,
    baseURL: config.origin,
    basePath: '/api/auth',
    secret: config.secret,
    trustedOrigins: [config.origin],
    database: { db, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    // Only its words: what else it would print may hold what was sent, as what follows a colon does. None of it is a fault
    // of the server: those it throws.
    logger: { level: 'error', log: (_, message) => log.warn({ from: 'sign-in' }, message.split(':', 1)[0]) },
    user: { modelName: 'users' },
    session: { modelName: 'sessions', expiresIn: unusedFor * day, updateAge: 60 * 60 },
    account: { modelName: 'accounts' },
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
        config: issuers.map(({ id, ...issuer }) => ({
          providerId: id,
          discoveryUrl: discoveryUrl(issuer.issuer),
          clientId: issuer.clientId,
          clientSecret: issuer.clientSecret,
          scopes: ['openid', 'email', 'profile'],
          pkce: true,
          prompt: 'select_account' as const,
          requireIdTokenVerification: true,
          getUserInfo: (tokens) => readIdentity(issuer, tokens),
        })),
      }),
    ],
    // What is limited, and how, is in sign-in-guard.server.ts.
    rateLimit: { enabled: false },
    // Where a sign-in ends that is so broken that it does not know where it came from: in the window it was begun in.
    onAPIError: { errorURL: `${config.origin}/auth-done.html` },
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
              if (config.mail && !emailVerified) await mailLink(db, config.origin, 'verify', email, language, clock())
            } catch (error) {
              log.error({ err: error }, 'the mail that confirms an email could not be queued')
            }
          },
        },
      },
      account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
      session: {
        create: {
          before: async (session) => ({
            data: { ...session, userAgent: String(session.userAgent ?? '').slice(0, 300) },
          }),
          after: async ({ userId }) => endSessionsBeyond(db, userId, sessionsOfOnePerson),
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
}: Deps & { sandboxGoogle?: Issuer; now?: () => number }): Auth {
  const { config, db, clock } = around
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

  async function sessionIn(request: FastifyRequest) {
    if (!request.headers.cookie?.includes(sessionCookie)) return undefined
    const found = await current.auth.api.getSession({
      headers: fromNodeHeaders(request.headers),
      query: { disableRefresh: true },
    })
    return found?.session
  }

  async function readViewer(request: FastifyRequest): Promise<Viewer> {
    if (!request.headers.cookie?.includes(sessionCookie)) return visitor
    try {
      const { headers, response } = await current.auth.api.getSession({
        headers: fromNodeHeaders(request.headers),
        returnHeaders: true,
      })
      if (response && clock().getTime() - response.session.createdAt.getTime() > atMost * day * 1000) {
        await endSession(db, response.user.id, response.session.id)
        return visitor
      }
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
        const isSocial = path === '/sign-in/social' || path === '/callback/:provider'
        app.route({
          method,
          url: `/api/auth${path}`,
          config: { access: 'visitor', isExempt: isSocial },
          // A HEAD must change nothing, and the callback would sign somebody in.
          exposeHeadRoute: false,
          handler: async (request, reply) => {
            const fault = path === '/sign-up/email' && weakness(request.body)
            if (fault)
              throw new Problem('invalid', {
                code: fault,
                errors: [{ field: 'password', message: passwordFaults[fault] }],
              })
            const isPassword = path === '/sign-in/email'
            // Whoever is signed in may always sign out.
            if (!isPassword && path !== '/sign-out') await guard.count(request, path)
            const succeed = isPassword ? await guard.enter(request) : undefined
            const before = path === '/sign-out' ? undefined : await sessionIn(request)
            const { handler } = isSocial ? await withIssuers() : current.auth
            const headers = fromNodeHeaders(request.headers)
            // Whatever the client says of itself is overwritten by the address the connection really has.
            headers.set('x-real-ip', addressIn(request.ip) ?? '')
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
            // Somebody signs in anew in this browser: the session that its cookie named before has no owner any more.
            const isSignedIn = answer.headers.getSetCookie().some((cookie) => cookie.includes(`${sessionCookie}=`))
            if (isSignedIn && before) await endSession(db, before.userId, before.id)
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
