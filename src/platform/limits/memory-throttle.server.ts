import type { Clock } from '#src/platform/clock.ts'
import type { Limit } from './limits.ts'
import { latestFullAt, tooFast } from './throttle.server.ts'

/** How many tries of each key. A key whose limit is four times as wide takes a quarter of a try. */
type Tries = readonly (readonly [key: string, n: number])[]

const sweepMs = 1_000

/** A limit in the server's own memory: each server lets as many through (docs/decisions/007-reading-limits.md). */
export function memoryThrottle(limit: Limit, clock: Clock) {
  const { atOnce, everySeconds } = limit
  const [eachMs, allMs] = [everySeconds * 1000, atOnce * everySeconds * 1000]
  /** By key: milliseconds since 1970 when all tries are free again. */
  const fullAts = new Map<string, number>()
  let sweptAt = 0

  function sweep(now: number) {
    // A clock that was put right may be behind the last sweep.
    if (Math.abs(now - sweptAt) < sweepMs) return
    sweptAt = now
    for (const [key, fullAt] of fullAts) if (fullAt <= now) fullAts.delete(key)
  }

  return {
    /** Takes the tries of all keys or of none. @throws Problem 429 with the seconds to wait */
    take(tries: Tries) {
      const moment = clock()
      const [now, latest] = [moment.getTime(), latestFullAt(limit, moment).getTime()]
      sweep(now)
      const asked = tries.map(([key, n]) => {
        const known = fullAts.get(key) ?? now
        return [key, (known > latest ? now : Math.max(known, now)) + n * eachMs] as const
      })
      const waitMs = Math.max(...asked.map(([, fullAt]) => fullAt)) - allMs - now
      if (waitMs > 0) throw tooFast(limit, Math.ceil(waitMs / 1000))
      for (const [key, fullAt] of asked) fullAts.set(key, fullAt)
    },
    giveBack(tries: Tries) {
      for (const [key, n] of tries) {
        const fullAt = fullAts.get(key)
        // A forgotten key was free again.
        if (fullAt !== undefined) fullAts.set(key, fullAt - n * eachMs)
      }
    },
  }
}
