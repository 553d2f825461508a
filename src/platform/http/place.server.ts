import { AsyncLocalStorage } from 'node:async_hooks'
import type { Path, Turn } from '#src/platform/limits/fair-limiter.server.ts'

interface Place {
  turn: Turn
  /** By `performance.now()`: when the request is answered with 503, whatever it waits for. */
  endsAt: number
}
const places = new AsyncLocalStorage<Place>()

export const withPlace = (place: Place, work: () => void) => places.run(place, work)

/** For requests that go on to wait on purpose: they must not keep others out (SEC-N4). Nothing outside a request. */
export const leavePlace = () => places.getStore()?.turn.leave()

/** Who asks, for other limiters, and for how many milliseconds yet. Work outside a request counts as one asker. */
export function currentAsker(): { path: Path; leftMs: number } {
  const place = places.getStore()
  if (!place) return { path: ['this server'], leftMs: 60_000 }
  return { path: place.turn.path, leftMs: place.endsAt - performance.now() }
}
