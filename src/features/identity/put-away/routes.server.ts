import type { Db } from '#src/platform/db/open.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import * as contract from './contract.ts'
import { bringBack, findPutAway, formatPutAway, removePutAway } from './queries.server.ts'

export function mountPutAway(mount: Mount, { db }: { db: Db }) {
  mount(contract.viewPutAway, async ({ viewer }) => {
    const row = await findPutAway(db, viewer.userId)
    return row ? formatPutAway(row) : null
  })
  mount(contract.bringBack, async ({ viewer }) => ({ modifiedCount: await bringBack(db, viewer) }))
  mount(contract.removePutAway, async ({ viewer }) => ({ deletedCount: await removePutAway(db, viewer) }))
}
