import type { Clock } from '#src/platform/clock.ts'
import { widthsOf } from '#src/platform/http/network.server.ts'
import type { Viewer } from '#src/platform/http/viewer.ts'
import { type Limit, memoryThrottle } from '#src/platform/limits/throttle.server.ts'
import { cardsOfList, readingLimits } from '../policy.ts'

/** Lists of cards (REQUIREMENTS R2). */
const listsOfOneNetwork: Limit = {
  atOnce: readingLimits.listsOfNetworkPerMinute,
  everySeconds: 60 / readingLimits.listsOfNetworkPerMinute,
  code: 'reading-limit',
}

/** A client that does not page gets many lists at once, and all of them count. */
const listsOf = (cards: number) => Math.max(1, Math.ceil(cards / cardsOfList))

export function listLimit(clock: Clock) {
  const { take, giveBack } = memoryThrottle(listsOfOneNetwork, clock)
  /** @returns to be told how many it has shown. @throws Problem 429 when somebody reads more lists than people read */
  return (viewer: Viewer, address: string | undefined, most = 1) => {
    if (viewer.kind === 'member' && viewer.isAdmin) return () => {}
    const networks = widthsOf(address)
    const tries = (lists: number) => networks.map(({ name, times }) => [name, lists / times] as const)
    take(tries(listsOf(most)))
    return (shown: number) => giveBack(tries(listsOf(most) - listsOf(shown)))
  }
}
