import type { OAuth2Tokens } from 'better-auth'
import {
  createAuthorizationURL,
  type OAuthProvider,
  validateAuthorizationCode,
  verifyProviderIdToken,
} from 'better-auth/oauth2'
import { createRemoteJWKSet, customFetch } from 'jose'
import * as z from 'zod/mini'
import { Email } from '#src/platform/schemas/fields.ts'

export interface Issuer {
  issuer: string
  clientId: string
  clientSecret: string
}

const timeoutMs = 5_000

const withoutSlash = (issuer: string) => issuer.replace(/\/$/, '')
const discoveryUrl = (issuer: string) => `${withoutSlash(issuer)}/.well-known/openid-configuration`

/** The payload of an id_token, whose signature, audience and nonce better-auth has checked before (RFC 7519). */
const claimsIn = (idToken: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())

const maxAnswerBytes = 64 * 1024

/** Asks an issuer, and reads at most {@link maxAnswerBytes} of its answer. @throws Error when it says more */
async function fetchBounded(url: string, options: RequestInit): Promise<Response> {
  // Where a redirect leads to, nobody has configured.
  const answer = await fetch(url, { ...options, redirect: 'manual' })
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop ends the connection.
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > maxAnswerBytes) throw new Error('The issuer says more than it is asked for.')
    chunks.push(chunk)
  }
  const { status, headers } = answer
  // Answers of these have no body, not even an empty one.
  return new Response([101, 204, 205, 304].includes(status) ? null : Buffer.concat(chunks), { status, headers })
}

async function json(url: string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const answer = await fetchBounded(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
  return answer.ok ? ((await answer.json()) as Record<string, unknown>) : {}
}

const Endpoint = z.url({ protocol: /^https?$/ })
/** What an issuer says of itself (OpenID Connect Discovery 1.0, 3). */
const Metadata = z.object({
  issuer: z.url(),
  authorization_endpoint: Endpoint,
  token_endpoint: Endpoint,
  jwks_uri: Endpoint,
  id_token_signing_alg_values_supported: z.optional(z.array(z.string())),
})

/** undefined while the issuer does not answer, or names another. better-auth would follow redirects, so we ask. */
export async function findProvider({ id, ...issuer }: Issuer & { id: string }) {
  const { data: told } = z.safeParse(Metadata, await json(discoveryUrl(issuer.issuer)).catch(() => undefined))
  // An issuer that speaks in another's name is not the one that was configured (OpenID Connect Discovery 1.0, 4.3).
  if (!told || withoutSlash(told.issuer) !== withoutSlash(issuer.issuer)) return undefined
  const { clientId, clientSecret } = issuer
  const provider: OAuthProvider<Identity> = {
    id,
    name: id,
    issuer: told.issuer,
    accountSubject: ({ profile }) => profile.sub,
    idToken: {
      jwks: createRemoteJWKSet(new URL(told.jwks_uri), { [customFetch]: fetchBounded }),
      issuer: told.issuer,
      audience: clientId,
      ...(told.id_token_signing_alg_values_supported && { algorithms: told.id_token_signing_alg_values_supported }),
    },
    requiresIdTokenNonce: true,
    createAuthorizationURL: ({ state, codeVerifier, redirectURI, idTokenNonce }) =>
      createAuthorizationURL({
        ...{ id, options: { clientId, clientSecret }, authorizationEndpoint: told.authorization_endpoint },
        ...{ state, codeVerifier, redirectURI, nonce: idTokenNonce },
        scopes: ['openid', 'email', 'profile'],
        prompt: 'select_account',
      }),
    validateAuthorizationCode: ({ code, codeVerifier, redirectURI }) =>
      validateAuthorizationCode({
        ...{ code, codeVerifier, redirectURI },
        options: { clientId, clientSecret },
        tokenEndpoint: told.token_endpoint,
      }),
    async getUserInfo({ expectedIdTokenNonce, ...tokens }) {
      const { idToken } = tokens
      if (!idToken || !(await verifyProviderIdToken(provider, idToken, expectedIdTokenNonce))) return null
      const data = await readIdentity(issuer, tokens)
      if (!data) return null
      const { sub: _, ...user } = data
      return { user, data }
    },
  }
  return provider
}

/** What the issuer says beside its id_token, if that is about the same person (OpenID Connect Core 5.3.2). */
async function userInfoOf({ issuer }: Issuer, subject: unknown, accessToken: string | undefined) {
  const { userinfo_endpoint: url } = await json(discoveryUrl(issuer))
  if (typeof url !== 'string' || !accessToken) return {}
  const info = await json(url, { authorization: `Bearer ${accessToken}` })
  return info.sub === subject ? info : {}
}

interface Identity {
  sub: string
  email: string
  emailVerified: boolean
  name: string
  image?: string
}

/** null without an id_token or an email. Only true and "true" (Amazon Cognito, Apple) confirm an email. */
async function readIdentity(issuer: Issuer, { idToken, accessToken }: OAuth2Tokens): Promise<Identity | null> {
  if (!idToken) return null
  const told = claimsIn(idToken)
  const claims = told.email === undefined ? { ...(await userInfoOf(issuer, told.sub, accessToken)), ...told } : told
  const email = z.safeParse(Email, claims.email)
  if (!email.success || typeof claims.sub !== 'string' || !claims.sub) return null
  return {
    sub: claims.sub,
    email: email.data,
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: typeof claims.name === 'string' ? claims.name : '',
    ...(typeof claims.picture === 'string' && { image: claims.picture }),
  }
}
