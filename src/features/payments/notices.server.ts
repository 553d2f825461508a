import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Clock } from '#src/platform/clock.ts'
import { sendProblem } from '#src/platform/http/errors.server.ts'
import { countDecline } from './declines.server.ts'
import type { Notice } from './provider.ts'
import { findEvent, findSweep, noteEvent, setSweptUntil } from './queries.server.ts'
import { isAway, type PaymentContext, settle } from './settle.server.ts'

/** Notes a notice after settling: noted before, a crash in between would make the retry look like a repetition. */
async function handleNotice(till: PaymentContext, notice: Notice, now: Date) {
  const { db, provider } = till
  if (await findEvent(db, provider.id, notice.eventId)) return
  const said = notice.providerRef ? await provider.fetch(notice.providerRef) : undefined
  const settled = said && (await settle(till, said, now))
  // A payment with an id of ours that is not here, or not yet: the next notice and the next sweep ask again.
  if (settled?.kind === 'unknown' && said?.paymentId !== undefined) return
  const isNew = await noteEvent(db, provider.id, notice.eventId, notice.type)
  if (isNew && said && notice.isDecline) await countDecline(db, provider, said.providerRef, now)
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

const unsigned = { type: 'about:blank', title: 'The signature does not fit.', status: 400, code: 'bad-signature' }

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
