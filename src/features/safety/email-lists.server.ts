import type { Clock } from '#src/platform/clock.ts'
import { record } from '#src/platform/db/audit.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { CountEmails } from '#src/platform/http/emails.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { attemptKey, type Limit, takeAttempt } from '#src/platform/limits/throttle.server.ts'

/**
 * Rows with people's emails that one administrator reads in an hour, of all lists together; after them each answer needs a
 * password given lately (docs/decisions/007-reading-limits.md).
 */
const rowsAnHour = 3_000
const limitOf = (rows: number): Limit => ({
  atOnce: rowsAnHour / rows,
  every: (3_600 / rowsAnHour) * rows,
  code: 'emails-limit',
})
/** The audit log has a line an hour per administrator and list. */
const oneLine: Limit = { atOnce: 1, every: 3_600 }

/** Whether a try is free, which takes it. */
async function isFree(...attempt: Parameters<typeof takeAttempt>) {
  try {
    await takeAttempt(...attempt)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** Counts lists of people's emails that administrators read, and records it (REQUIREMENTS G5, M4, M8). */
export const emailCounter = (db: Db, clock: Clock): CountEmails => ({
  async take({ userId, isConfirmed }, rows) {
    const taken = takeAttempt(db, attemptKey('emails', userId), limitOf(rows), clock())
    await taken.catch((error) => {
      if (!(isConfirmed && error instanceof Problem)) throw error
    })
  },
  record: ({ userId }, list) =>
    db.transaction().execute(async (trx) => {
      if (await isFree(trx, attemptKey('read', userId, list), oneLine, clock()))
        await record(trx, userId, `read ${list}`, null)
    }),
})
