import type { Clock } from '#src/platform/clock.ts'
import { record } from '#src/platform/db/audit.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { CountEmails } from '#src/platform/http/mount.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { attemptKey, type Limit, limits, takeAttempt } from '#src/platform/limits/throttle.server.ts'

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
