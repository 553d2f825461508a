import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'
import { Problem } from '#src/platform/http/problem.ts'

/** So many tries are free; then one per `wait` seconds, until nothing was tried for an hour. */
export interface Limit {
  free: number
  wait: number
}

const forgottenAfter = 60 * 60

/** The name under which tries are counted. What it was made of cannot be read back from it. */
export const attemptKey = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url')

/** The last half of an IPv6 address is the visitor's own to change. */
export const networkOf = (ip: string) =>
  isIPv6(ip) && !ip.startsWith('::ffff:') ? [...ip.split('::')[0]!.split(':'), '0', '0', '0'].slice(0, 4).join(':') : ip

/**
 * Counts a try before it is made, so that a hundred at once count as a hundred. In the database, because a limit in
 * memory would be one per process and gone with it. A try that is refused is not counted: whoever keeps trying makes
 * nobody's wait longer.
 * @throws Problem 429 with the seconds to wait
 */
export async function takeAttempt(db: Db, key: string, { free, wait }: Limit, now: Date) {
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const taken = await db
    .insertInto('attempts')
    .values({ key, n: 1, lastAt: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          n: sql`case when attempts.last_at < ${ago(forgottenAfter)} then 1 else attempts.n + 1 end`,
          lastAt: now,
        })
        .where((or) => or.or([or('attempts.n', '<', free), or('attempts.lastAt', '<=', ago(wait))])),
    )
    .returning('n')
    .executeTakeFirst()
  if (!taken) {
    const row = await db.selectFrom('attempts').select('lastAt').where('key', '=', key).executeTakeFirst()
    const since = (now.getTime() - (row?.lastAt.getTime() ?? 0)) / 1000
    throw new Problem('too-fast', { retryAfter: Math.max(1, Math.ceil(wait - since)) })
  }
  if (taken.n === 1) await db.deleteFrom('attempts').where('lastAt', '<', ago(forgottenAfter)).execute()
}

/** The right person came: what was tried before does not count any more. */
export async function forgetAttempts(db: Db, keys: string[]) {
  await db.deleteFrom('attempts').where('key', 'in', keys).execute()
}
