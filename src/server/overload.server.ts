import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#src/platform/http/problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered however much there is to do: it costs nothing, or waits for somebody outside and not for us. */
    isExempt?: boolean
  }
}

/**
 * Refuses at once what could only wait. Once more requests are being worked on than the database has connections, each
 * one more makes all of them later, and none is answered sooner (docs/decisions/014-overload.md has the measurement).
 * A request takes its place when its body has arrived, because unfinished bodies would otherwise hold every place
 * (SEC-N1). The place is free again when the answer is made, or the caller has gone away.
 * `refused` is told of each that is refused.
 * @returns how many places are taken
 */
export function refuseOverload(app: FastifyInstance, places: number, refused: () => void = () => {}) {
  let taken = 0
  const holders = new WeakSet<FastifyRequest>()
  const giveBack = (request: FastifyRequest) => {
    if (holders.delete(request)) taken--
  }
  app.addHook('preValidation', async (request, reply) => {
    if (request.routeOptions.config?.isExempt) return
    if (taken >= places) {
      refused()
      throw new Problem('unavailable', { code: 'overloaded', retryAfter: 1 })
    }
    taken++
    holders.add(request)
    // A request that was given up never comes to the hook below.
    reply.raw.once('close', () => giveBack(request))
  })
  app.addHook('onSend', async (request) => giveBack(request))
  return () => taken
}

/**
 * Says 503 where no answer was made within `patience` milliseconds after the request arrived whole: what is late is asked
 * for again anyway. How long a slow caller takes to send or to receive is another matter, which Fastify's own
 * `handlerTimeout` does not tell apart. The work goes on: a write may still be done.
 */
export function answerInTime(app: FastifyInstance, patience: number) {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const stop = (request: FastifyRequest) => clearTimeout(timers.get(request))
  app.addHook('preValidation', async (request, reply) => {
    const giveUp = () => void reply.send(new Problem('unavailable', { code: 'too-slow' }))
    timers.set(request, setTimeout(giveUp, patience))
    reply.raw.once('close', () => stop(request))
  })
  app.addHook('onSend', async (request) => stop(request))
}
