import type { Clock } from '#src/platform/clock.ts'
import { record } from '#src/platform/db/audit.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { CountEmails } from '#src/platform/http/mount.server.ts'
import { widthsOf } from '#src/platform/http/network.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import type { Viewer } from '#src/platform/http/viewer.ts'
import { attemptKey, type Limit, limits, memoryThrottle, takeAttempt } from '#src/platform/limits/throttle.server.ts'
import { cardsOfList, readingLimits } from '../policy.ts'

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

/** An answer with so many rows takes them all, as one try. */
function limitOf(rows: number): Limit {
  const { atOnce, everySeconds, code } = limits.rowsWithEmails
  return { atOnce: atOnce / rows, everySeconds: everySeconds * rows, code }
}

const refusalOf = (...attempt: Parameters<typeof takeAttempt>) =>
  takeAttempt(...attempt).catch((error) => {
    if (error instanceof Problem) return error
    throw error
  })

/** Counts lists of people's emails that administrators read, and records it (REQUIREMENTS G5, M4, M8). */
export const emailCounter = (db: Db, clock: Clock): CountEmails => ({
  async take({ userId, isConfirmed }, rows) {
    const refusal = await refusalOf(db, attemptKey('emails', userId), limitOf(rows), clock())
    if (refusal && !isConfirmed) throw refusal
  },
  record: ({ userId }, list) =>
    db.transaction().execute(async (trx) => {
      const refusal = await refusalOf(trx, attemptKey('read', userId, list), limits.auditedLists, clock())
      if (!refusal) await record(trx, userId, `read ${list}`, null)
    }),
})
