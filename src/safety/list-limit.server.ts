import { batchedThrottle } from '#src/platform/batched-throttle.server.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { networkOf } from '#src/platform/http/network.server.ts'
import type { Viewer } from '#src/platform/http/viewer.ts'
import { attemptKey, type Limit } from '#src/platform/throttle.server.ts'

/** Lists of cards, a second one each three tenths of a second: 200 a minute (REQUIREMENTS R2). */
const listsOfOneNetwork: Limit = { atOnce: 200, every: 0.3, code: 'reading-limit' }

/** Counts the lists of people that are read from one network. */
export function listLimit(db: Db, clock: Clock, onFailure: (error: unknown) => void) {
  const { take, flush } = batchedThrottle(db, listsOfOneNetwork, clock, onFailure)
  return {
    /** @throws Problem 429 when somebody reads more lists than people read */
    count(viewer: Viewer, address: string | undefined) {
      if (viewer.kind === 'member' && viewer.isAdmin) return
      take(attemptKey('cards', networkOf(address)))
    },
    flush,
  }
}
