import {
  createAuthorizationURL,
  type OAuthProvider,
  validateAuthorizationCode,
  verifyProviderIdToken,
} from 'better-auth/oauth2'
import { createRemoteJWKSet, customFetch, decodeJwt } from 'jose'
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

const maxAnswerBytes = 64 * 1024

/** Asks an issuer, and reads at most {@link maxAnswerBytes} of its answer. @throws Error when it says more */
async function fetchBounded(url: string, options: RequestInit): Promise<Response> {
  // Where a redirect leads to, nobody has configured.
  const answer = await fetch(url, { ...options, redirect: 'manual' })
  let bytes = 0
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, to) {
      bytes += chunk.length
      // It ends the connection.
      if (bytes > maxAnswerBytes) throw new Error('The issuer says more than it is asked for.')
      to.enqueue(chunk)
    },
  })
  return new Response(answer.body?.pipeThrough(bounded), answer)
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
  const { data: metadata } = z.safeParse(Metadata, await json(discoveryUrl(issuer.issuer)).catch(() => undefined))
  // An issuer that speaks in another's name is not the one that was configured (OpenID Connect Discovery 1.0, 4.3).
  if (!metadata || withoutSlash(metadata.issuer) !== withoutSlash(issuer.issuer)) return undefined
  const { clientId, clientSecret } = issuer
  const provider: OAuthProvider<{ sub: string }> = {
    id,
    name: id,
    issuer: metadata.issuer,
    accountSubject: ({ profile }) => profile.sub,
    idToken: {
      jwks: createRemoteJWKSet(new URL(metadata.jwks_uri), { [customFetch]: fetchBounded }),
      issuer: metadata.issuer,
      audience: clientId,
      ...(metadata.id_token_signing_alg_values_supported && {
        algorithms: metadata.id_token_signing_alg_values_supported,
      }),
    },
    requiresIdTokenNonce: true,
    createAuthorizationURL: ({ state, codeVerifier, redirectURI, idTokenNonce }) =>
      createAuthorizationURL({
        ...{ id, options: { clientId, clientSecret }, authorizationEndpoint: metadata.authorization_endpoint },
        ...{ state, codeVerifier, redirectURI, nonce: idTokenNonce },
        scopes: ['openid', 'email', 'profile'],
        prompt: 'select_account',
      }),
    validateAuthorizationCode: ({ code, codeVerifier, redirectURI }) =>
      validateAuthorizationCode({
        ...{ code, codeVerifier, redirectURI },
        options: { clientId, clientSecret },
        tokenEndpoint: metadata.token_endpoint,
      }),
    async getUserInfo({ expectedIdTokenNonce, idToken, accessToken }) {
      if (!idToken || !(await verifyProviderIdToken(provider, idToken, expectedIdTokenNonce))) return null
      const data = await readIdentity(issuer, idToken, accessToken)
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

const Claims = z.object({
  sub: z.string().check(z.minLength(1)),
  email: Email,
  email_verified: z.optional(z.unknown()),
  name: z.catch(z.string(), ''),
  picture: z.catch(z.optional(z.string()), undefined),
})

/** null without an email. Only true and "true" (Amazon Cognito, Apple) confirm one. better-auth has checked the token. */
async function readIdentity(issuer: Issuer, idToken: string, accessToken: string | undefined) {
  const claims = decodeJwt(idToken)
  const more = claims.email === undefined ? await userInfoOf(issuer, claims.sub, accessToken) : {}
  const { data } = z.safeParse(Claims, { ...more, ...claims })
  if (!data) return null
  const { sub, email, email_verified, name, picture: image } = data
  return { sub, email, emailVerified: email_verified === true || email_verified === 'true', name, image }
}
