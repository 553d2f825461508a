import { sql } from 'kysely'
import type { Clock } from '#src/platform/clock.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { type Limit, latestFullAt } from './throttle.server.ts'

interface Count {
  /** Milliseconds since 1970: when all tries are free again. */
  fullAt: number
  /** Not yet told to the database, in parts of a try too; below zero where more was given back. */
  taken: number
  /** Somebody was refused since; what the others have counted meanwhile is told to the next one who asks. */
  isRefusing: boolean
}

/** Of each key so many. */
type Tries = readonly (readonly [key: string, n: number])[]

/** More than there are; each may let all tries pass before it hears of the others. */
const mostServers = 20
/** Milliseconds: how often servers tell each other, by the database, what they have counted. */
const together = 1_000

/**
 * A limit on what is asked too often for a statement each: every server counts by itself, and once a second all of it is
 * written to where the other servers count, too (`attempts`). What comes to several servers within one second can be
 * more than the limit by as many times; it is paid back by as much more waiting.
 *
 * A try that is refused is not counted, as in `takeAttempt`.
 */
export function batchedThrottle(db: Db, limit: Limit, clock: Clock, onFailure: (error: unknown) => void) {
  const counts = new Map<string, Count>()
  let timer: NodeJS.Timeout | undefined
  let telling: Promise<void> = Promise.resolve()
  const { atOnce, every, code } = limit
  const [each, all] = [every * 1000, atOnce * every * 1000]

  /** Keeps what others have counted too; what cannot be told now is told with the next. */
  async function tell() {
    timer = undefined
    const moment = clock()
    const [now, latest] = [moment.getTime(), latestFullAt(limit, moment, mostServers)]
    // In the order of their keys: servers that tell at once wait for each other and do not lock each other out.
    const told = [...counts]
      .filter(([, { taken, isRefusing }]) => taken !== 0 || isRefusing)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    const sent = told.map(([, count]) => count.taken)
    for (const [key, { fullAt, taken, isRefusing }] of counts)
      if (taken === 0 && !isRefusing && fullAt <= now) counts.delete(key)
    if (told.length === 0) return
    const { rows } = await sql<{ key: string; fullAt: Date }>`
      insert into attempts (key, full_at)
      select key, ${moment}::timestamptz + n * ${each} * interval '1 millisecond'
      from unnest(${told.map(([key]) => key)}::text[], ${sent}::float8[]) told (key, n)
      on conflict (key) do update set full_at =
        case when attempts.full_at > ${latest} then ${moment}::timestamptz else greatest(attempts.full_at, ${moment}) end
        + (excluded.full_at - ${moment}::timestamptz)
      returning key, full_at`.execute(db)
    for (const [i, [, count]] of told.entries()) {
      count.taken -= sent[i]!
      count.isRefusing = false
    }
    for (const { key, fullAt } of rows) {
      const count = counts.get(key)!
      count.fullAt = fullAt.getTime() + count.taken * each
    }
    if (counts.size > 0) later()
  }

  function later() {
    timer ??= setTimeout(() => void flush(), together).unref()
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    telling = telling.then(tell).catch(onFailure)
    return telling
  }

  return {
    /**
     * Takes tries of several keys, of all or of none; of each at most those that may come at once. A key whose limit is
     * four times as wide takes a quarter of a try.
     * @throws Problem 429 with the seconds to wait
     */
    take(tries: Tries) {
      const moment = clock()
      const now = moment.getTime()
      const latest = latestFullAt(limit, moment, mostServers).getTime()
      const asked = tries.map(([key, n]) => {
        const count = counts.get(key) ?? { fullAt: 0, taken: 0, isRefusing: false }
        if (count.fullAt > latest) count.fullAt = 0
        return { key, n, count, wait: count.fullAt + n * each - all - now }
      })
      later()
      const refusing = asked.filter(({ wait }) => wait > 0)
      for (const { count } of refusing) count.isRefusing = true
      if (refusing.length > 0) {
        const retryAfter = Math.ceil(Math.max(...refusing.map(({ wait }) => wait)) / 1000)
        throw new Problem('too-fast', { ...(code && { code }), retryAfter })
      }
      for (const { key, n, count } of asked) {
        count.fullAt = Math.max(count.fullAt, now) + n * each
        count.taken += n
        counts.set(key, count)
      }
    },
    /** Gives tries back that were taken and not needed. */
    giveBack(tries: Tries) {
      for (const [key, n] of tries) {
        const count = counts.get(key)
        // What is forgotten was free again.
        if (!count || n === 0) continue
        count.fullAt -= n * each
        count.taken -= n
      }
      later()
    },
    /** Tells what was counted now; to be called before the database goes. */
    flush,
  }
}
