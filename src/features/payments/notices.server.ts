import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Clock } from '#src/platform/clock.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { plainProblem, sendProblem } from '#src/platform/http/errors.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { attemptKey, limits, secondsToWait, takeAttempt } from '#src/platform/limits/throttle.server.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import type { Notice, PaymentProvider } from './provider.ts'
import {
  claimCompletion,
  findEvent,
  findPayment,
  findSweep,
  noteEvent,
  type Payment,
  paymentsToAsk,
  setNextAsk,
  setSweptUntil,
} from './queries.server.ts'
import { nextAsk } from './receipts.ts'
import { returnPath } from './reference.ts'
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
    await provider.cancel?.(providerRef)
  }
}

/** Notes a notice after settling: noted before, a crash in between would make the retry look like a repetition. */
async function handleNotice(till: PaymentContext, notice: Notice, now: Date) {
  const { db, provider } = till
  if (notice.authenticity === 'hint') return followHint(till, notice, now)
  if ((await findEvent(db, provider.id, notice.eventId)).length > 0) return
  const providerState = notice.providerRef ? await provider.fetch(notice.providerRef) : undefined
  const settled = providerState && (await settle(till, providerState, now))
  // A payment with an id of ours that is not here, or not yet: the next notice and the next sweep ask again.
  if (settled?.kind === 'unknown' && providerState?.paymentId !== undefined) return
  const isNew = await noteEvent(db, provider.id, notice.eventId, notice.type)
  if (isNew && providerState && notice.isDecline) await countDecline(db, provider, providerState.providerRef, now)
}

/** Anybody could have sent it: only an open payment of ours is asked about. It is noted nowhere. */
async function followHint(till: PaymentContext, { providerRef }: Notice, now: Date) {
  const { db, provider } = till
  const payment = providerRef === undefined ? undefined : await findPayment(db, provider.id, providerRef)
  if (!payment || !isOpen(payment)) return
  await takeAttempt(db, attemptKey('payment-hints', payment.id), limits.paymentHints, now)
  await ask(till, payment, now)
}

/** Also one that was set aside for another try: it may have been paid in another tab. */
const isOpen = ({ status }: Pick<Payment, 'status'>) => ['created', 'review', 'canceled'].includes(status)

/** Asks the provider what became of a payment, and settles it. */
async function ask(till: PaymentContext, { providerRef }: Payment, now: Date) {
  const providerState = providerRef === null ? undefined : await till.provider.fetch(providerRef)
  if (providerState) await settle(till, providerState, now)
}

/**
 * The payer has come back, or looks again. A provider that waits for our word to move the money gets it here, from one
 * server at a time and never twice at once. @throws Problem `unavailable` without an answer
 */
export async function checkPayment(till: PaymentContext, payment: Payment, now: Date) {
  const { db, provider } = till
  if (!isOpen(payment)) return
  await ask(till, payment, now)
  const { id, providerRef } = payment
  if (!provider.complete || providerRef === null || !(await claimCompletion(db, id, now))) return
  try {
    await provider.complete(providerRef)
  } finally {
    // Also after a lost answer: what it did is known there.
    await ask(till, payment, now)
  }
}

/** Events may be written down late: this stretch is looked at twice. */
const overlapMs = 10 * 60_000

/** @throws Problem `unavailable` without an answer */
export async function sweep(till: PaymentContext, now: Date, log: Pick<FastifyBaseLogger, 'error'>) {
  const { listSince } = till.provider
  await (listSince ? sweepNews(till, listSince, now, log) : askAboutOpen(till, now, log))
}

/** By the provider's clock: ours, if ahead, would skip payments. */
async function sweepNews(
  till: PaymentContext,
  listSince: NonNullable<PaymentProvider['listSince']>,
  now: Date,
  log: Pick<FastifyBaseLogger, 'error'>,
) {
  const { db, provider } = till
  const before = await findSweep(db, provider.id)
  const { asOf, notices } = await listSince(before && new Date(before.sweptUntil.getTime() - overlapMs))
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

/** What was asked about for the last time ends unpaid; should it be paid after all, its payer's return tells of it. */
async function askAboutOpen(till: PaymentContext, now: Date, log: Pick<FastifyBaseLogger, 'error'>) {
  const { db, provider } = till
  for (const payment of await paymentsToAsk(db, provider.id, now)) {
    try {
      await ask(till, payment, now)
      await setNextAsk(db, payment.id, nextAsk(payment.timesAsked + 1, now), now)
    } catch (error) {
      if (isAway(error)) throw error
      log.error({ err: error, payment: payment.id }, 'a payment could not be settled')
    }
  }
}

const unsigned = plainProblem(400, 'bad-signature', 'The signature does not fit.')

/**
 * Where providers send their notices, and payers back. A payer may come by another site's form, without our cookie and
 * from another browser: the reference says whose payment it is, and what came with it is not read.
 */
export async function mountNotices(app: FastifyInstance, tills: readonly PaymentContext[], clock: Clock) {
  const open = { config: { access: 'visitor', isExempt: true } } as const
  await app.register(async (scope) => {
    // A signature is over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const till of tills) {
      if (till.provider.readNotice)
        scope.post(`/api/webhooks/${till.provider.id}`, open, async (request, reply) => {
          const now = clock()
          const notice = await till.provider.readNotice?.(request.body as Buffer, request.headers, now)
          if (!notice) return sendProblem(reply, unsigned)
          await handleNotice(till, notice, now)
          return { received: true }
        })
    }
    scope.route<{ Params: { reference: string } }>({
      method: ['GET', 'POST'],
      url: `${returnPath}:reference`,
      config: { ...open.config, fromAnywhere: true },
      handler: ({ params }, reply) => reply.redirect(to.paymentReturn(encodeURIComponent(params.reference)), 303),
    })
  })
}
