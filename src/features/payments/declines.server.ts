import type { Db } from '#src/platform/db/open.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { attemptKey, type Limit, secondsToWait, takeAttempt } from '#src/platform/limits/throttle.server.ts'
import type { PaymentProvider } from './provider.ts'
import { findPaymentBehind } from './queries.server.ts'

/**
 * Thieves of card numbers try them out on somebody's payment page ("card testing", docs.stripe.com/disputes/
 * prevention/card-testing). Browsers talk to the provider directly, so a decline is counted when we hear of it, and a
 * payment with too many is closed.
 */
const perAccount: Limit = { atOnce: 5, every: 720 }
/** An office, or a mobile network behind one address, may share it. */
const perNetwork: Limit = { atOnce: 15, every: 240 }

const keyOf = (userId: string) => attemptKey('declines', userId)
export const declinesKeyOf = (network: string) => attemptKey('declines', network)

/** @throws Problem 429 while too many cards of this person or network were declined */
export async function requireCardTries(db: Db, userId: string, declinesKey: string, now: Date) {
  const retryAfter = Math.max(
    await secondsToWait(db, keyOf(userId), perAccount, now),
    await secondsToWait(db, declinesKey, perNetwork, now),
  )
  if (retryAfter > 0)
    throw new Problem('too-fast', { code: 'cards-declined', detail: 'Too many cards were declined.', retryAfter })
}

/** Counts a declined card, and closes its payment once that was too many. */
export async function countDecline(db: Db, provider: PaymentProvider, providerRef: string, now: Date) {
  const payment = await findPaymentBehind(db, provider.id, providerRef)
  if (!payment?.userId) return
  const { userId, declinesKey } = payment
  try {
    await takeAttempt(db, keyOf(userId), perAccount, now)
    if (declinesKey) await takeAttempt(db, declinesKey, perNetwork, now)
    await requireCardTries(db, userId, declinesKey ?? '', now)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await provider.cancel(providerRef)
  }
}
