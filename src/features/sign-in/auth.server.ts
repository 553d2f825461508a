import { fromNodeHeaders } from 'better-auth/node'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { needsCode } from '#src/features/identity/contract.ts'
import * as identity from '#src/features/identity/index.server.ts'
import { secondSteps, takesPasskeys } from '#src/features/second-factor/index.server.ts'
import { plainProblem, sendProblem } from '#src/platform/http/errors.server.ts'
import { addressIn } from '#src/platform/http/network.server.ts'
import { overloaded, Problem } from '#src/platform/http/problem.ts'
import { Email } from '#src/platform/schemas/fields.ts'
import { accountCalls, signInAtIssuer } from './account-calls.server.ts'
import { configure, type Deps, hostPrefix, tooManyPasswords } from './better-auth.server.ts'
import { signInGuard } from './guard.server.ts'
import { findProvider, type Issuer } from './issuer.server.ts'
import { sessionCookie, sessionReader } from './viewer.server.ts'

/** What of better-auth is reachable. Everything else it could do (change email, delete, list …) answers 404. */
const reachable = [
  ...accountCalls.map(({ method, path }) => [method, path.slice('/auth'.length)] as const),
  ['GET', '/callback/:provider'] as const,
]

/** All that is passed on of a sign-in at an issuer: with an id_token better-auth would skip the issuer's window. */
const AtIssuer = z.object({ ...signInAtIssuer, provider: z.string() })
const NewAccount = z.object({ name: z.string(), email: z.string(), password: z.string() })

const askIssuerAgainAfterMs = 10_000

/** Hides better-auth, so that it can be replaced. `sandboxGoogle` stands in for Google in the demo. */
export function createAuth({ sandboxGoogle, ...deps }: Deps & { sandboxGoogle?: Issuer }): identity.Auth {
  const { config, db } = deps
  const guard = signInGuard(deps, config.origin.startsWith('https:') ? '__Secure-' : '')
  const passwords = identity.passwordChecks(deps)
  const issuers = [
    ...(sandboxGoogle ? [{ id: 'google', ...sandboxGoogle }] : []),
    ...(config.oidc ? [{ id: 'oidc', ...config.oidc }] : []),
  ]
  let current = { auth: configure(deps, []), isComplete: issuers.length === 0, since: Number.NEGATIVE_INFINITY }
  const sessions = sessionReader(deps, () => current.auth)
  const steps = secondSteps(deps, sessions)

  // Made again until all issuers have answered. At first use, because the demo's issuer lives in this server.
  async function withIssuers() {
    if (current.isComplete || Date.now() - current.since < askIssuerAgainAfterMs) return current.auth
    const found = (await Promise.all(issuers.map(findProvider))).filter((provider) => provider !== undefined)
    const auth = configure(deps, found)
    current = { auth, isComplete: found.length === issuers.length, since: Date.now() }
    return auth
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, path: string) {
    const account = path === '/sign-up/email' && z.safeParse(NewAccount, request.body).data
    if (account) passwords.refuseWeak(account.password, account)
    const isPassword = path === '/sign-in/email'
    // A person who is signed in may always sign out.
    if (!isPassword && path !== '/sign-out') await guard.count(request, path)
    const succeed = isPassword ? await guard.enter(request) : undefined
    const way = await wayIn(path, request.body)
    const step = await steps[path]?.(request)
    const before = path === '/sign-out' ? undefined : await sessions.sessionIn(request)
    const { handler } = isSocial(path) ? await withIssuers() : current.auth
    const atIssuer = path === '/sign-in/social' ? (z.safeParse(AtIssuer, request.body).data ?? {}) : undefined
    const body = step?.body ?? atIssuer ?? request.body
    const ask = () => handler(requestFor(request, config.origin, path, body))
    const answered = await (account ? identity.withHash(account.password, deps.passwordCost, ask) : ask())
    if (answered.status >= 400) return refuse(reply, answered)
    const token = way && (await sessions.tokenSetBy(answered))
    if (token && !(await identity.keepIfStillAWayIn(db, token, way))) {
      if (isSocial(path)) return reply.redirect(doneWith('failed'))
      throw new Problem('signed-out', { code: 'INVALID_EMAIL_OR_PASSWORD', detail: 'Invalid email or password' })
    }
    if (succeed) reply.header('set-cookie', await succeed())
    await step?.succeed?.()
    // Somebody signs in anew in this browser: the session that its cookie named before has no owner any more.
    const cookies = answered.headers.getSetCookie()
    const isSignedIn = cookies.some((cookie) => cookie.includes(`${sessionCookie}=`))
    if (isSignedIn && before) await identity.endSession(db, before.userId, before.id)
    reply.header('cache-control', 'no-store').header('set-cookie', cookies)
    const text = await answered.text()
    if (text.includes('"twoFactorRedirect":true')) {
      reply.problem = needsCode
      if (isSocial(path)) return reply.redirect(doneWith(needsCode))
    }
    for (const [name, value] of answered.headers) if (name !== 'set-cookie') reply.header(name, value)
    return reply.code(answered.status).send(sayable(path, text))
  }

  /** The window of an issuer ends in a page, which tells the login. */
  const doneWith = (error: string) => `${config.origin}/auth-done.html?error=${error}`

  /** By what a session would be opened there. A new account has no owner yet who could have thrown it out. */
  async function wayIn(path: string, body: unknown): Promise<identity.WayIn | undefined> {
    if (path === '/callback/:provider') return 'issuer'
    if (path === '/passkey/verify-authentication') return 'passkeys'
    if (path.startsWith('/two-factor/')) return 'secondFactors'
    if (path !== '/sign-in/email') return undefined
    const email = z.safeParse(Email, (body as { email?: unknown } | undefined)?.email).data
    return { hash: email && (await identity.passwordOf(db, email, 'email')) }
  }

  return {
    ways: {
      google: Boolean(config.google || sandboxGoogle),
      oidc: Boolean(config.oidc),
      mail: Boolean(config.mail),
      passkey: takesPasskeys(config),
    },
    cookieName: hostPrefix(config) + sessionCookie,
    viewerOf: sessions.viewerOf,
    passwords,
    forgetTries: guard.forget,

    mount(app) {
      sessions.prolongSessions(app)
      for (const [method, path] of reachable) {
        if (path.startsWith('/passkey/') && !takesPasskeys(config)) continue
        app.route({
          method,
          url: `/api/auth${path}`,
          config: { access: 'visitor', isExempt: isSocial(path) },
          // A HEAD must change nothing, and the callback would sign somebody in.
          exposeHeadRoute: false,
          handler: (request, reply) => answer(request, reply, path),
        })
      }
    },
  }
}

const isSocial = (path: string) => path === '/sign-in/social' || path === '/callback/:provider'

function requestFor(request: FastifyRequest, origin: string, path: string, body: unknown) {
  const headers = fromNodeHeaders(request.headers)
  // A code is for the sign-in that has begun, not for a session that the browser had before.
  if (path.startsWith('/two-factor/')) {
    const cookies = request.headers.cookie?.split(';').filter((cookie) => !cookie.includes(sessionCookie))
    headers.set('cookie', cookies?.join(';') ?? '')
  }
  // Whatever the client says of itself is overwritten by the address the connection really has.
  headers.set('x-real-ip', addressIn(request.ip) ?? '')
  headers.delete('content-length')
  // The body below is JSON, also where none was sent; better-auth would print the type that Node gives a text.
  headers.set('content-type', 'application/json')
  // Not the address that came: `..\` in it leads the library to others of its own, which are not reachable here.
  const { provider = '' } = request.params as { provider?: string }
  const address = path.replace(':provider', encodeURIComponent(provider))
  const query = path === '/callback/:provider' ? new URL(request.url, origin).search : ''
  return new Request(`${origin}/api/auth${address}${query}`, {
    method: request.method,
    headers,
    ...(request.method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  })
}

/** The session is in the cookie only (REQUIREMENTS A5): better-auth also puts its token where scripts can read it. */
function sayable(path: string, text: string) {
  if (!text.startsWith('{')) return text
  if (path === '/passkey/verify-registration') return '{}'
  const { token: _, session: __, ...rest } = JSON.parse(text)
  // better-auth only prefers it.
  const asked = path === '/passkey/generate-authenticate-options' ? { userVerification: 'required' } : {}
  return JSON.stringify({ ...rest, ...asked })
}

/** What better-auth's codes speak of. */
const fieldsOf = { NAME: 'name', PHOTO: 'image', PASSWORD: 'password', EMAIL: 'email' }

async function refuse(reply: FastifyReply, answer: Response) {
  const { code, message } = (await answer.json().catch(() => ({}))) as { code?: string; message?: string }
  if (code === tooManyPasswords) throw overloaded()
  // Do not leak the cause: report only that sign-in is unavailable.
  if (answer.status >= 500) throw new Problem('unavailable')
  const said = message ?? 'Signing in did not work.'
  const field =
    code && answer.status === 422 ? Object.entries(fieldsOf).find(([word]) => code.includes(word))?.[1] : undefined
  const problem = plainProblem(answer.status, code ?? 'failed', said)
  return sendProblem(reply, field ? { ...problem, errors: [{ field, message: said }] } : problem)
}
