import type { Db } from '#src/platform/db/open.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { limits } from '#src/platform/limits/limits.ts'
import { attemptKey, secondsToWait, takeAttempt } from '#src/platform/limits/throttle.server.ts'
import type { PaymentProvider } from './provider.ts'
import { findPayment } from './queries.server.ts'

const keyOf = (userId: string) => attemptKey('declines', userId)
export const declinesKeyOf = (network: string) => attemptKey('declines', network)

/** @throws Problem 429 while too many cards of this person or network were declined */
export async function requireCardTries(db: Db, userId: string, declinesKey: string, now: Date) {
  const retryAfter = Math.max(
    await secondsToWait(db, keyOf(userId), limits.declinesOfAccount, now),
    await secondsToWait(db, declinesKey, limits.declinesOfNetwork, now),
  )
  if (retryAfter > 0)
    throw new Problem('too-fast', { code: 'cards-declined', detail: 'Too many cards were declined.', retryAfter })
}

/** Too many declines close the payment: thieves test cards (docs.stripe.com/disputes/prevention/card-testing). */
export async function countDecline(db: Db, provider: PaymentProvider, providerRef: string, now: Date) {
  const payment = await findPayment(db, provider.id, providerRef)
  if (!payment?.userId) return
  const { userId, declinesKey } = payment
  try {
    await takeAttempt(db, keyOf(userId), limits.declinesOfAccount, now)
    if (declinesKey) await takeAttempt(db, declinesKey, limits.declinesOfNetwork, now)
    await requireCardTries(db, userId, declinesKey ?? '', now)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await provider.cancel(providerRef)
  }
}
