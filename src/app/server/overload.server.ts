import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sessionCookie } from '#src/features/sign-in/viewer.server.ts'
import { addressIn, networksOf } from '#src/platform/http/network.server.ts'
import { overloaded, Problem } from '#src/platform/http/problem.ts'
import { type FairLimiter, type Limits, type Path, withPlace } from '#src/platform/limits/fair-limiter.server.ts'

/** How long a request waits for a place, and how many may wait: docs/decisions/008-places-per-network.md. */
export const queueLimits: Omit<Limits, 'places'> = {
  waitMs: 350,
  standingWaitMs: 5,
  mostWaiting: 128,
  mostWaitingPerNetwork: 64,
}

const sessionValue = new RegExp(`${sessionCookie}=([^;]+)`)

/** A session counts by its cookie before the database is asked: a made-up one gains no place beyond its network. */
function pathOf({ ip, headers }: FastifyRequest): Path {
  const [smallest, ...wider]: string[] = Object.values(networksOf(addressIn(ip)))
  const [, session] = headers.cookie?.match(sessionValue) ?? []
  return [...wider.reverse(), smallest!, session ? `session ${session}` : `visitors of ${smallest}`]
}

/**
 * A request takes its place when its body is here: unfinished bodies would hold every place (SEC-N1, decision 008).
 * 503 at `timeoutMs` after that; `handlerTimeout` counts slow callers too. A write may still be done.
 */
export function refuseOverload(app: FastifyInstance, limiter: FairLimiter, timeoutMs: number) {
  const ends = new WeakMap<FastifyRequest, () => void>()
  app.addHook('preValidation', (request, reply, done) => {
    const turn = request.routeOptions.config?.isExempt ? undefined : limiter.enter(pathOf(request))
    let timer: NodeJS.Timeout | undefined
    const begin = () => {
      timer = setTimeout(() => reply.send(new Problem('unavailable', { code: 'too-slow' })), timeoutMs)
      done()
    }
    const end = () => {
      clearTimeout(timer)
      turn?.leave()
    }
    ends.set(request, end)
    // A client that disconnects never reaches the hook below.
    reply.raw.once('close', end)
    if (!turn) return begin()
    void turn.granted.then((isGranted) => {
      if (isGranted) withPlace({ turn, endsAt: performance.now() + timeoutMs }, begin)
      // A client that has disconnected while it waited is no refusal.
      else if (!reply.raw.destroyed) done(overloaded())
    })
  })
  app.addHook('onSend', async (request) => ends.get(request)?.())
}
