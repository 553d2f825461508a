import { AsyncLocalStorage } from 'node:async_hooks'
import type { Path, Turn } from '#src/platform/fair-limiter.server.ts'

const turns = new AsyncLocalStorage<Turn>()

/** Runs the rest of a request that holds a place. */
export const withPlace = (turn: Turn, work: () => void) => turns.run(turn, work)

/**
 * Gives the place of this request back before it is answered. For requests that go on to wait on purpose, or in a queue
 * of their own: they must not keep others out (SEC-N4). Does nothing outside a request.
 */
export const leavePlace = () => turns.getStore()?.leave()

/** Who asks, for other limiters. Work outside a request counts as one asker. */
export const pathOfAsker = (): Path => turns.getStore()?.path ?? ['this server']
