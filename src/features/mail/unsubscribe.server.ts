import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '#src/platform/config/config.server.ts'
import { unsubscribe } from '#src/platform/navigation/addresses.ts'

type Declined = { userId: string; notice: string }

const signature = (secret: string, { userId, notice }: Declined) =>
  createHmac('sha256', secret).update(`unsubscribe ${userId} ${notice}`).digest()

/** The way out of all mails of a kind, for a mail that can be declined. It needs no session and knows nothing else. */
export function unsubscribeLink(
  { origin, secret }: Pick<Config, 'origin' | 'secret'>,
  { userId, notice }: { userId: string | null; notice: string | null },
) {
  if (userId === null || notice === null) return undefined
  const token = [userId, notice, signature(secret, { userId, notice }).toString('base64url')].join('.')
  return `${origin}${unsubscribe}?token=${token}`
}

/** Whose mails of which kind a link is for; undefined where it was not made here. */
export function readUnsubscribeToken(secret: string, token: string): Declined | undefined {
  const [userId, notice, signed, ...more] = token.split('.')
  if (!userId || !notice || !signed || more.length > 0) return undefined
  const [expected, given] = [signature(secret, { userId, notice }), Buffer.from(signed, 'base64url')]
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs ? { userId, notice } : undefined
}

/** By which a mail program offers its own button (RFC 2369, RFC 8058). */
export const unsubscribeHeaders = (link: string | undefined) =>
  link && { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
