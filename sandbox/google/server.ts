import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JWK } from 'oidc-provider'
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'
import { base as basePolicy, Prompt } from 'oidc-provider/lib/helpers/interaction_policy/index.js'
import { Provider } from 'oidc-provider/lib/provider.js'
import { chooserPage, problemPage, type SandboxAccount, stylesheet } from './pages.ts'

export interface GoogleSandbox {
  /** Answers one request below the issuer's path; `req.url` comes with that path, its body is unread. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>
}

const scopes = 'openid email profile'

/**
 * A local stand-in for Google's OpenID Connect issuer: the same code flow, a choice of accounts instead of passwords.
 * It is mounted below the path of `issuer` on that origin, forgets everything at a restart, and remembers nobody:
 * each sign-in asks for the account.
 */
export function googleSandbox(options: {
  issuer: string
  clientId: string
  clientSecret: string
  redirectUris: string[]
  accounts: SandboxAccount[]
}): GoogleSandbox {
  const { issuer, clientId, clientSecret, redirectUris, accounts } = options
  const mount = new URL(issuer).pathname.replace(/\/$/, '')
  const bySubject = new Map(accounts.map((account) => [subjectOf(account.email), account]))

  const policy = basePolicy()
  // Google's clients send prompt=select_account; the provider refuses a prompt that its policy does not list.
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0)

  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    jwks: { keys: [signingKey()] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    scopes: scopes.split(' '),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // As Google does it: e-mail and name are in the id_token, not only at the userinfo endpoint.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: { session: 'sandbox_google', interaction: 'sandbox_google_choice', resume: 'sandbox_google_resume' },
      // A path that no page has: the browser never shows its session again, so each sign-in starts signed out. With a
      // session, the choice of another account would be answered by a page that submits itself by script, to end the
      // first one; where scripts are off, the sign-in would hang there.
      long: { path: `${mount}/no-session`, httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    interactions: { policy, url: (_ctx, interaction) => `${mount}/choose/${interaction.uid}` },
    findAccount: (_ctx, subject) => {
      const account = bySubject.get(subject)
      return (
        account && {
          accountId: subject,
          claims: () => ({
            sub: subject,
            email: account.email,
            email_verified: account.emailVerified,
            name: account.name,
          }),
        }
      )
    },
    clientBasedCORS: () => false,
    // Seconds. A code is worthless once the session is gone that issued it.
    ttl: { Interaction: 600, Session: 600, Grant: 3600, AuthorizationCode: 60, AccessToken: 3600, IdToken: 3600 },
    renderError: (ctx, out) => {
      ctx.type = 'html'
      ctx.set(pageHeaders)
      ctx.body = problemPage(mount, out.error_description ?? out.error)
    },
  })
  const answer = provider.callback()

  // A form's redirects count as its target: the last one leads back to the client (CSP form-action).
  const formTargets = ["'self'", ...redirectUris.map((uri) => new URL(uri).origin)].join(' ')
  const pageHeaders = {
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'self'; form-action ${formTargets}; frame-ancestors 'none'; base-uri 'none'`,
    'referrer-policy': 'no-referrer',
  }

  function sendPage(res: ServerResponse, status: number, html: string) {
    res.writeHead(status, { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' }).end(html)
  }

  async function choose(req: IncomingMessage, res: ServerResponse) {
    const interaction = await provider.interactionDetails(req, res).catch((error: Error) => {
      if (error.name !== 'SessionNotFound') throw error
    })
    if (!interaction) {
      return sendPage(res, 400, problemPage(mount, 'This sign-in has expired. Close this window and try again.'))
    }
    if (req.method !== 'POST') {
      const client = new URL(String(interaction.params.redirect_uri)).host
      return sendPage(res, 200, chooserPage(mount, interaction.uid, client, bySubject))
    }
    const choice = (await formOf(req)).get('account')
    if (!choice || !bySubject.has(choice)) {
      const denied = { error: 'access_denied', error_description: 'The person cancelled the sign-in.' }
      return provider.interactionFinished(req, res, denied, { mergeWithLastSubmission: false })
    }
    const grant = new provider.Grant({ accountId: choice, clientId })
    grant.addOIDCScope(scopes)
    const result = { select_account: {}, login: { accountId: choice }, consent: { grantId: await grant.save() } }
    return provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false })
  }

  async function handle(req: IncomingMessage & { originalUrl?: string }, res: ServerResponse) {
    // The provider routes by `url` and finds its mount path as the difference to `originalUrl`.
    req.originalUrl = req.url ?? '/'
    req.url = req.originalUrl.slice(mount.length)
    const { pathname } = new URL(req.url, issuer)
    if (pathname === '/style.css') {
      res.writeHead(200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=3600' }).end(stylesheet)
      return
    }
    if (pathname.startsWith('/choose/')) return choose(req, res)
    await answer(req, res)
  }

  return { handle }
}

/** Stable over restarts and, as with Google, not the e-mail: clients must tell accounts apart by it alone. */
function subjectOf(email: string): string {
  const digest = createHash('sha256').update(email.toLowerCase()).digest('hex')
  return BigInt(`0x${digest.slice(0, 17)}`)
    .toString()
    .padStart(21, '1')
}

function signingKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', alg: 'RS256' }
}

async function formOf(req: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}
