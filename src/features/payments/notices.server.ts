import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Clock } from '#src/platform/clock.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { plainProblem, sendProblem } from '#src/platform/http/errors.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { attemptKey, limits, secondsToWait, takeAttempt } from '#src/platform/limits/throttle.server.ts'
import type { Notice, PaymentProvider } from './provider.ts'
import { findEvent, findPayment, findSweep, noteEvent, setSweptUntil } from './queries.server.ts'
import { isAway, type PaymentContext, settle } from './settle.server.ts'

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
async function countDecline(db: Db, provider: PaymentProvider, providerRef: string, now: Date) {
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

/** Notes a notice after settling: noted before, a crash in between would make the retry look like a repetition. */
async function handleNotice(till: PaymentContext, notice: Notice, now: Date) {
  const { db, provider } = till
  if ((await findEvent(db, provider.id, notice.eventId)).length > 0) return
  const providerState = notice.providerRef ? await provider.fetch(notice.providerRef) : undefined
  const settled = providerState && (await settle(till, providerState, now))
  // A payment with an id of ours that is not here, or not yet: the next notice and the next sweep ask again.
  if (settled?.kind === 'unknown' && providerState?.paymentId !== undefined) return
  const isNew = await noteEvent(db, provider.id, notice.eventId, notice.type)
  if (isNew && providerState && notice.isDecline) await countDecline(db, provider, providerState.providerRef, now)
}

/** Events may be written down late: this stretch is looked at twice. */
const overlapMs = 10 * 60_000

/** By the provider's clock: ours, if ahead, would skip payments. @throws Problem `unavailable` without an answer */
export async function sweep(till: PaymentContext, now: Date, log: Pick<FastifyBaseLogger, 'error'>) {
  const { db, provider } = till
  const before = await findSweep(db, provider.id)
  const { asOf, notices } = await provider.listSince(before && new Date(before.sweptUntil.getTime() - overlapMs))
  let isWhole = true
  for await (const notice of notices) {
    try {
      await handleNotice(till, notice, now)
    } catch (error) {
      if (isAway(error)) throw error
      isWhole = false
      log.error({ err: error, event: notice.eventId }, 'a payment could not be settled')
    }
  }
  if (isWhole && asOf) await setSweptUntil(db, provider.id, asOf)
}

const unsigned = plainProblem(400, 'bad-signature', 'The signature does not fit.')

export async function mountWebhook(app: FastifyInstance, till: PaymentContext, clock: Clock) {
  await app.register(async (scope) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(
      `/api/webhooks/${till.provider.id}`,
      { config: { access: 'visitor', isExempt: true } },
      async (request, reply) => {
        const now = clock()
        const notice = till.provider.readNotice(request.body as Buffer, request.headers, now)
        if (!notice) return sendProblem(reply, unsigned)
        await handleNotice(till, notice, now)
        return { received: true }
      },
    )
  })
}
