import type { FastifyInstance } from 'fastify'
import type { Clock } from '#src/platform/clock.ts'
import { sendProblem } from '#src/platform/http/errors.server.ts'
import { handleNotice } from './notices.server.ts'
import { NoticeRefused } from './provider.ts'
import type { PaymentContext } from './settle.server.ts'

export async function mountWebhook(app: FastifyInstance, till: PaymentContext, clock: Clock) {
  await app.register(async (scope) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(
      `/api/webhooks/${till.provider.id}`,
      { config: { access: 'visitor', isExempt: true } },
      async (request, reply) => {
        try {
          const now = clock()
          await handleNotice(till, till.provider.readNotice(request.body as Buffer, request.headers, now), now)
          return { received: true }
        } catch (error) {
          if (!(error instanceof NoticeRefused)) throw error
          const { message: title } = error
          return sendProblem(reply, { type: 'about:blank', title, status: 400, code: 'bad-signature' })
        }
      },
    )
  })
}
