import type { OAuth2Tokens } from 'better-auth'
import * as z from 'zod/mini'
import { Email } from '#src/platform/http/fields.ts'

/** An OpenID Connect issuer. */
export interface Issuer {
  issuer: string
  clientId: string
  clientSecret: string
}

/** Milliseconds. */
const patience = 5_000

export const discoveryUrl = (issuer: string) => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/** The payload of an id_token, whose signature, audience and nonce better-auth has checked before (RFC 7519). */
const claimsIn = (idToken: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())

async function json(url: string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  // Where a redirect leads to, nobody has configured.
  const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(patience) })
  return answer.ok ? ((await answer.json()) as Record<string, unknown>) : {}
}

/** What the issuer says beside its id_token, if that is about the same person (OpenID Connect Core 5.3.2). */
async function userInfoOf({ issuer }: Issuer, subject: unknown, accessToken: string | undefined) {
  const { userinfo_endpoint: url } = await json(discoveryUrl(issuer))
  if (typeof url !== 'string' || !accessToken) return {}
  const info = await json(url, { authorization: `Bearer ${accessToken}` })
  return info.sub === subject ? info : {}
}

/**
 * Who signs in, as the issuer tells it; null when it does not tell in a way that can be believed: without an id_token,
 * or without an email that is one. Of its claims only the boolean true and the text "true" (Amazon Cognito, Apple)
 * confirm an email; everything else that a program might take for true does not.
 */
export async function readIdentity(issuer: Issuer, { idToken, accessToken }: OAuth2Tokens) {
  if (!idToken) return null
  const told = claimsIn(idToken)
  const claims = told.email === undefined ? { ...(await userInfoOf(issuer, told.sub, accessToken)), ...told } : told
  const email = z.safeParse(Email, claims.email)
  if (!email.success || typeof claims.sub !== 'string' || !claims.sub) return null
  return {
    id: claims.sub,
    sub: claims.sub,
    email: email.data,
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: typeof claims.name === 'string' ? claims.name : '',
    image: typeof claims.picture === 'string' ? claims.picture : undefined,
  }
}
