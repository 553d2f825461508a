import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '#src/platform/clock.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { widthsOf } from '#src/platform/http/network.server.ts'
import { Problem } from '#src/platform/http/problem.ts'

/** So many tries may come at once; each is free again after `everySeconds`, one after the other. */
export interface Limit {
  atOnce: number
  everySeconds: number
  /** What the refusal is called, where the page has words of its own for it. */
  code?: string
}

const minute = 60
const hour = 60 * minute

/** Every rate limit of the database. What people read is limited by `readingLimits` of safety. */
export const limits = {
  /** Failed sign-ins to one account, from one network and from all together. */
  signInsFromNetwork: { atOnce: 10, everySeconds: minute },
  signInsFromEverywhere: { atOnce: 50, everySeconds: minute },
  /** Of one network to all accounts: many people share one, in an office or a phone company. */
  signInsOfNetwork: { atOnce: 30, everySeconds: 2 },
  /** New accounts with a password from one network. Each may read people (REQUIREMENTS R2), so fewer are allowed. */
  newAccountsOfNetwork: { atOnce: 10, everySeconds: 3 * minute },
  /** Guessing a password of somebody whose open session one has found. */
  passwordConfirmations: { atOnce: 10, everySeconds: minute },
  /** Codes tried for one person, wherever they are asked for: six digits can be guessed. */
  secondFactorCodes: { atOnce: 10, everySeconds: 5 * minute },
  mailsToPerson: { atOnce: 3, everySeconds: 15 * minute },
  resetsOfNetwork: { atOnce: 30, everySeconds: minute },
  /** Payments begun anew. Each is one at the provider, whom nobody may flood in our name. */
  paymentsOfAccount: { atOnce: 10, everySeconds: 6 * minute },
  paymentsOfNetwork: { atOnce: 30, everySeconds: 2 * minute },
  /** Declined cards. An office, or a mobile network behind one address, may share the second. */
  declinesOfAccount: { atOnce: 5, everySeconds: 12 * minute },
  declinesOfNetwork: { atOnce: 15, everySeconds: 4 * minute },
  /** Notices that anybody could have sent, about one payment; and payers who ask what became of theirs. */
  paymentHints: { atOnce: 10, everySeconds: minute / 10 },
  paymentChecksOfNetwork: { atOnce: 60, everySeconds: 2 },
  /** Of one person. An administrator looks for each in a statement. */
  transferClaims: { atOnce: 20, everySeconds: 30 * minute },
  /** Of one person. An administrator reads every report, and a block may send money back, which costs the site a fee. */
  reports: { atOnce: 5, everySeconds: 2 * hour },
  /** Of one person: a mail may go to an address that somebody else has. */
  guardianInvitations: { atOnce: 8, everySeconds: hour },
  blocks: { atOnce: 30, everySeconds: 10 * minute },
  pushSubscriptions: { atOnce: 10, everySeconds: 10 * minute },
  /** From one network. A family writes once or twice; an office may share an address. */
  contactMessagesOfNetwork: { atOnce: 5, everySeconds: hour },
  /** Per administrator, over all lists; further ones need a recent password (docs/decisions/007-reading-limits.md). */
  rowsWithEmails: { atOnce: 3_000, everySeconds: hour / 3_000, code: 'emails-limit' },
  /** The audit log has a line an hour per administrator and list. */
  auditedLists: { atOnce: 1, everySeconds: hour },
} as const satisfies Record<string, Limit>

const clockSkewSeconds = 60

/** A later moment was written by a clock that has been put right since: it must not keep people out until then. */
const latestFullAt = ({ atOnce, everySeconds }: Limit, now: Date) =>
  new Date(now.getTime() + (atOnce * everySeconds + clockSkewSeconds) * 1000)

const freeAgain = (limit: Limit, now: Date) => {
  const latest = latestFullAt(limit, now)
  return sql<Date>`case when attempts.full_at > ${latest} then ${now}::timestamptz else attempts.full_at end`
}

const tooFast = ({ code = 'too-fast' }: Limit, retryAfter: number) => new Problem('too-fast', { code, retryAfter })

/** The name under which tries are counted. What it was made of cannot be read back from it. */
export const attemptKey = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url')

/** A try is refused while all but the last are still spent at this time. */
const spentMs = ({ atOnce, everySeconds }: Limit) => (atOnce - 1) * everySeconds * 1000

/** Counts a try before it is made: the leaky bucket of ITU-T I.371. @throws Problem 429 with the seconds to wait */
export async function takeAttempt(db: Db, key: string, limit: Limit, now: Date) {
  const wait = sql`${limit.everySeconds} * interval '1 second'`
  const taken = await db
    .insertInto('attempts')
    .values({ key, fullAt: sql`${now}::timestamptz + ${wait}` })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ fullAt: sql`greatest(${freeAgain(limit, now)}, ${now}) + ${wait}` })
        .where(freeAgain(limit, now), '<=', new Date(now.getTime() + spentMs(limit))),
    )
    .returning('key')
    .executeTakeFirst()
  if (taken) return
  throw tooFast(limit, Math.max(1, await secondsToWait(db, key, limit, now)))
}

export async function secondsToWait(db: Db, key: string, limit: Limit, now: Date) {
  const row = await db
    .selectFrom('attempts')
    .select(freeAgain(limit, now).as('fullAt'))
    .where('key', '=', key)
    .executeTakeFirst()
  return row ? Math.max(0, Math.ceil((row.fullAt.getTime() - spentMs(limit) - now.getTime()) / 1000)) : 0
}

async function returnAttempt(db: Db, key: string, { everySeconds }: Limit) {
  await db
    .updateTable('attempts')
    .set({ fullAt: sql`full_at - ${everySeconds} * interval '1 second'` })
    .where('key', '=', key)
    .execute()
}

/** Wider networks have a wider limit, since a home line has 256 (SEC-N3). @throws Problem 429; then none is counted */
export async function takeFromNetworks(db: Db, what: string, address: string | undefined, limit: Limit, now: Date) {
  await using taken = new AsyncDisposableStack()
  for (const [key, wider] of limitsByNetwork(what, address, limit)) {
    await takeAttempt(db, key, wider, now)
    taken.defer(() => returnAttempt(db, key, wider))
  }
  taken.move()
}

/** A try that turned out well does not count. */
export async function returnToNetworks(db: Db, what: string, address: string | undefined, limit: Limit) {
  for (const [key, wider] of limitsByNetwork(what, address, limit)) await returnAttempt(db, key, wider)
}

const limitsByNetwork = (what: string, address: string | undefined, limit: Limit) =>
  widthsOf(address).map(({ name, times }) => {
    const wider = { ...limit, atOnce: limit.atOnce * times, everySeconds: limit.everySeconds / times }
    return [attemptKey(what, name), wider] as const
  })

/** The right person came: what was tried before does not count any more. */
export async function forgetAttempts(db: Db, keys: string[]) {
  await db.deleteFrom('attempts').where('key', 'in', keys).execute()
}

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
