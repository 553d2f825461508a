import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { ConfigError } from '#src/platform/config/config.server.ts'
import { type Db, isDatabaseAway, openDatabase } from './open.server.ts'

/** How far a database has written, or replayed, its log: bytes since it was made. */
export type Position = bigint

/** A replica that lacks what was written so long ago answers nobody (docs/decisions/017-plans-and-replica.md). */
export const maxLagMs = 3_000
/** So long somebody waits for what they have written themselves to arrive. */
const timeoutMs = 50
const betweenLooksMs = 500
/** Looks that are remembered: as many as a replica can be behind and still be told how far. */
const mostLooks = 7_200

export type Replica = Awaited<ReturnType<typeof openReplica>>

/** Bytes of a page of the log, and of its head. */
const [page, head] = [8192n, 24n]

/** The log's end in the primary. A page's head counts only with the next record: no replica replays that far before. */
export async function positionOf(primary: Db): Promise<Position> {
  const at = sql<{ position: string }>`select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as position`
  const position = BigInt((await at.execute(primary)).rows[0]!.position)
  return position % page === head ? position - head : position
}

/** Why it cannot be a replica; one that is only away may come. */
async function whyNoReplica(...databases: Db[]) {
  const system = sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`
  try {
    const [one, other] = await Promise.all(databases.map(async (db) => (await system.execute(db)).rows[0]!.id))
    return one === other ? undefined : 'is no replica of the database of DATABASE_URL'
  } catch (error) {
    return isDatabaseAway(error) ? undefined : `cannot be used: ${(error as Error).message}`
  }
}

/**
 * Answers only `isSameForVisitors`. A look notes how far the primary has written. Once the replica has replayed that,
 * its answers are no older than the look. So one that stands still, is cut off, promoted or gone is left alone.
 * @throws ConfigError when it is another database's
 */
export async function openReplica(
  url: string,
  primary: Db,
  { isPooled = false, now = () => performance.now() }: { isPooled?: boolean; now?: () => number } = {},
) {
  // What takes longer than a list may is sooner had from the primary.
  const { db } = openDatabase({ connectionString: url, connectionTimeoutMillis: 500, query_timeout: 1_000 }, isPooled)
  const looks: { at: number; written: Position }[] = []
  let replayed: Position = -1n
  let completeUntil = Number.NEGATIVE_INFINITY
  let isAway = true
  const stopping = new AbortController()
  let following: Promise<void> | undefined

  /** Null of one that replays nothing, as after a promotion. */
  async function askReplayed() {
    const at = sql<{ position: string | null }>`
      select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text end as position`
    const { position } = (await at.execute(db)).rows[0]!
    isAway = position === null
    replayed = BigInt(position ?? -1)
  }

  const behind = () => now() - completeUntil
  const isUsed = () => !isAway && behind() <= maxLagMs

  async function look() {
    const at = now()
    const seen = await Promise.allSettled([positionOf(primary), askReplayed()])
    if (seen[0].status === 'fulfilled') looks.push({ at, written: seen[0].value })
    if (seen[1].status === 'rejected') isAway = true
    const last = looks.findLastIndex(({ written }) => written <= replayed)
    completeUntil = looks[last]?.at ?? completeUntil
    looks.splice(0, Math.max(last, looks.length - mostLooks))
  }

  async function has(written: Position) {
    const until = performance.now() + timeoutMs
    while (written > replayed) {
      if (performance.now() > until) return false
      await askReplayed()
      if (isAway) return false
      if (written > replayed) await delay(2)
    }
    return true
  }

  const wrong = await whyNoReplica(primary, db)
  if (wrong) {
    await db.destroy()
    throw new ConfigError(`DATABASE_REPLICA_URL ${wrong}.`)
  }
  await look()

  return {
    isUsed,
    /** Seconds for which it lacks what was written; infinite when that was never known. */
    secondsBehind: () => behind() / 1000,

    /** Reads with `ask` from the replica if that has all that was `written`, else from the primary. */
    async read<T>(written: Position | undefined, ask: (db: Db) => Promise<T>): Promise<T> {
      if (!isUsed()) return ask(primary)
      try {
        if (written === undefined || (await has(written))) return await ask(db)
      } catch (error) {
        // A replay that has waited long enough for a reader ends what is being read.
        const isEnded = (error as { code?: unknown }).code === '40001'
        if (!isEnded && !isDatabaseAway(error)) throw error
        isAway = !isEnded
      }
      return ask(primary)
    },

    look,

    /** Goes on comparing; `told` hears when it begins to be used, and when it is left alone. */
    follow(onChange: (isUsed: boolean) => void) {
      following ??= (async () => {
        const { signal } = stopping
        let wasUsed: boolean | undefined
        while (!signal.aborted) {
          if (isUsed() !== wasUsed) onChange(isUsed())
          wasUsed = isUsed()
          await delay(betweenLooksMs, undefined, { signal, ref: false }).catch(() => {})
          if (!signal.aborted) await look()
        }
      })()
    },

    async stop() {
      stopping.abort()
      await following
      await db.destroy()
    },
  }
}
