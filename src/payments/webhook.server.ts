import type { FastifyInstance } from 'fastify'
import type { Db } from '#src/platform/db/open.server.ts'
import { NoticeRefused, type PaymentProvider } from './provider.ts'
import { noteEvent } from './queries.server.ts'
import { type Fulfil, settle } from './settle.server.ts'

/**
 * The provider tells us at least once and in no order, so a notice is only a reason to ask it. The event is noted
 * after settling: noted before, a crash in between would make the retry look like a repetition.
 */
export async function mountWebhook(
  app: FastifyInstance,
  { db, provider, fulfil }: { db: Db; provider: PaymentProvider; fulfil: Fulfil },
) {
  await app.register(async (scope) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(
      `/api/webhooks/${provider.id}`,
      { config: { access: 'visitor', isExempt: true } },
      async (request, reply) => {
        try {
          const notice = provider.readNotice(request.body as Buffer, request.headers)
          const said = notice.ref && (await provider.fetch(notice.ref))
          if (said) {
            const { kind } = await settle(db, fulfil, provider, said)
            if (kind === 'mismatch' || kind === 'unknown')
              request.log.warn({ kind, payment: said.ref }, 'a paid payment needs a look')
          }
          await noteEvent(db, provider.id, notice.eventId, notice.type)
          return { received: true }
        } catch (error) {
          if (!(error instanceof NoticeRefused)) throw error
          return reply
            .code(400)
            .type('application/problem+json')
            .send({ type: 'about:blank', title: error.message, status: 400, code: 'bad-signature' })
        }
      },
    )
  })
}
