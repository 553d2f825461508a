import { betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import type { OAuthProvider } from 'better-auth/oauth2'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import { mailLink } from '#src/features/email-links/index.server.ts'
import { sessionDays } from '#src/features/identity/contract.ts'
import * as identity from '#src/features/identity/index.server.ts'
import { reviewAccountName } from '#src/features/open-texts/index.server.ts'
import { stepPlugins } from '#src/features/second-factor/index.server.ts'
import { setLanguage, suspendedBecause } from '#src/features/users/index.server.ts'
import { isPhotoLink, unnamed } from '#src/features/users/policy.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { isOverload } from '#src/platform/http/errors.server.ts'
import { languageOf } from '#src/platform/http/language.server.ts'
import type { Base } from '#src/platform/http/mount.server.ts'
import { namesContact } from '#src/platform/named-contact.ts'
import { line } from '#src/platform/schemas/fields.ts'

export interface Deps extends Base {
  passwordCost?: identity.PasswordCost | undefined
  log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>
}

const mostSessionsOfOnePerson = 20
export const unusedForSeconds = sessionDays * 24 * 60 * 60
export const renewedEverySeconds = 60 * 60

/** A cookie of this name can be set by this host alone, over TLS, for all of it (RFC 6265bis, 4.1.3.2). */
export const hostPrefix = ({ origin }: Pick<Config, 'origin'>) => (origin.startsWith('https:') ? '__Host-' : '')

const internal = { method: 'GET', requireHeaders: true } as const

/** Reads the cookies as better-auth, which signed them: what one of two readers does not see would get past it. */
const cookieReader = {
  id: 'session-cookie',
  endpoints: {
    readSessionCookie: createAuthEndpoint('/session-cookie', internal, async (ctx) => {
      const { authCookies, secret } = ctx.context
      const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
      if (!token) return null
      return { token, isForNow: Boolean(await ctx.getSignedCookie(authCookies.dontRememberToken.name, secret)) }
    }),
    /** The id of the person who has given the password here, and has not shown the second factor yet. */
    readHalfSignedIn: createAuthEndpoint('/half-session', internal, async (ctx) => {
      const { createAuthCookie, internalAdapter, secret } = ctx.context
      const waiting = await ctx.getSignedCookie(createAuthCookie('two_factor').name, secret)
      const half = waiting && (await internalAdapter.findVerificationValue(waiting))
      return half && half.expiresAt > new Date() ? half.value : null
    }),
  },
}

const Name = line(100)

/** A photo link is shown, never loaded (REQUIREMENTS E6). What an issuer sends and we cannot use is left out. */
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
  const hasContact = name.success && namesContact(name.data)
  if (hasContact) refuse('NAME_WITH_CONTACT', 'Name must not contain phone numbers, email addresses or links.')
  const isUsable = isPhotoLink(account.image ?? '', origin)
  if (account.image && !isUsable) refuse('INVALID_PHOTO_URL', 'Photo URL must be a link that starts with https://.')
  const usedName = hasContact ? unnamed : (name.data ?? unnamed)
  return { data: { ...account, name: usedName, image: isUsable ? account.image : null } }
}

const tokens = ['accessToken', 'refreshToken', 'idToken', 'accessTokenExpiresAt', 'refreshTokenExpiresAt']
/** We never ask an issuer anything on somebody's behalf, so its tokens are not kept. */
const noTokens = Object.fromEntries(tokens.map((name) => [name, null]))

/** A provider whose confirmed emails are proved before better-auth looks for an account that has one of them. */
const provingEmails = (db: Db, provider: OAuthProvider): OAuthProvider => ({
  ...provider,
  async getUserInfo(tokens) {
    const profile = await provider.getUserInfo(tokens)
    if (profile?.user.emailVerified && profile.user.email) await identity.proveByIssuer(db, profile.user.email)
    return profile
  },
})

/** What better-auth answers when too many passwords wait; every other error of ours it would hide. */
export const tooManyPasswords = 'overloaded'

const tellingOverload = <T>(work: Promise<T>) =>
  work.catch((error) => {
    throw isOverload(error) ? new APIError('SERVICE_UNAVAILABLE', { code: tooManyPasswords }) : error
  })

export function configure({ config, db, clock, log, passwordCost }: Deps, issuers: OAuthProvider[]) {
  /** What follows from an account that is made already: a failure is logged and does not undo it. */
  const tryTo = (what: string, work: () => Promise<unknown>) =>
    work().catch((error) => log.error({ err: error }, `could not ${what}`))
  return betterAuth({
    appName: config.brand.name,
    baseURL: config.origin,
    basePath: '/api/auth',
    secret: config.secret,
    trustedOrigins: [config.origin],
    database: { db, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    // Only its words: what else it would print, also after a colon, may hold what was sent.
    logger: { level: 'error', log: (_, message) => log.warn({ from: 'sign-in' }, message.split(':', 1)[0]) },
    user: { modelName: 'users' },
    session: {
      modelName: 'sessions',
      expiresIn: unusedForSeconds,
      updateAge: renewedEverySeconds,
      // What asks for the password again is ours (`asksPassword`).
      freshAge: 0,
      additionalFields: { confirmedAt: { type: 'date', required: true, input: false, defaultValue: () => clock() } },
    },
    account: { modelName: 'accounts', updateAccountOnSignIn: false },
    verification: { modelName: 'verifications' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: {
        hash: async (typed) => identity.madeHash(typed) ?? tellingOverload(identity.hashPassword(typed, passwordCost)),
        verify: (tried) => tellingOverload(identity.verifyPassword(tried)),
      },
    },
    socialProviders: config.google ? { google: { ...config.google, prompt: 'select_account' as const } } : {},
    plugins: [
      {
        id: 'issuers',
        init: ({ socialProviders }) => ({
          context: { socialProviders: [...issuers, ...socialProviders].map((provider) => provingEmails(db, provider)) },
        }),
      },
      ...stepPlugins(config),
      cookieReader,
    ],
    // What is limited, and how, is in guard.server.ts.
    rateLimit: { enabled: false },
    // Where a sign-in ends that is so broken that it does not know where it came from: in the window it was begun in.
    onAPIError: { errorURL: `${config.origin}/auth-done.html` },
    databaseHooks: {
      user: {
        create: {
          before: async (account, context) =>
            checkedAccount(account, context?.path === '/sign-up/email', config.origin),
          // better-auth runs this after its transaction. The pages offer a lost mail again.
          after: async ({ id, name, email, emailVerified }, context) => {
            const language = languageOf(Object.fromEntries(context?.headers ?? []))
            await tryTo('queue the mail that confirms an email', async () => {
              if (language !== 'en') await setLanguage(db, id, language)
              if (config.mail && !emailVerified)
                await mailLink(db, config.origin, 'verify', { email, language }, clock())
            })
            await tryTo('list the name of a new account for administrators', () => reviewAccountName(db, id, name))
          },
        },
      },
      account: {
        create: {
          before: async (account) => ({ data: { ...account, ...noTokens } }),
          after: async ({ userId, providerId }) => {
            if (providerId !== 'credential')
              await tryTo('tell a person of a new way to log in', () => identity.tellOfNewIssuer(db, userId))
          },
        },
      },
      session: {
        create: {
          before: async (session, context) => {
            // After the right password, so nobody else learns of it. A new account holds a connection already.
            const isNew = context?.path === '/sign-up/email'
            const because = isNew ? undefined : await suspendedBecause(db, session.userId)
            if (because) throw new APIError('FORBIDDEN', { code: 'account_suspended', message: because })
            return { data: { ...session, userAgent: String(session.userAgent ?? '').slice(0, 300) } }
          },
          after: async ({ userId }) => identity.endSessionsBeyond(db, userId, mostSessionsOfOnePerson),
        },
      },
    },
    advanced: {
      cookiePrefix: `${hostPrefix(config)}nikhad`,
      // Its own prefix would be __Secure-, which other hosts of the domain can set.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: config.origin.startsWith('https:') },
      ipAddress: { ipAddressHeaders: ['x-real-ip'] },
      database: { generateId: 'uuid', validateSchema: false },
    },
  })
}
