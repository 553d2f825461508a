import type { Db } from '#src/platform/db/open.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { ownKey, recentWithdrawals } from './contract.ts'
import { listRecentWithdrawals, personKeyOf } from './queries.server.ts'

/** @param keptFor milliseconds for which all who ask get one answer: every page that is open asks every few seconds */
export function mountWithdrawals(mount: Mount, { db, keptFor }: { db: Db; keptFor: number }) {
  let answer: ReturnType<typeof listRecentWithdrawals> | undefined
  let until = 0
  mount(recentWithdrawals, () => {
    const now = performance.now()
    // A database in trouble is not asked more often either.
    if (!answer || now >= until) [answer, until] = [listRecentWithdrawals(db), now + keptFor]
    return answer
  })

  mount(ownKey, async ({ viewer }) => ({ key: await personKeyOf(db, viewer.userId) }))
}
