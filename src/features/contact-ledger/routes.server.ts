import { isVisibleTo } from '#src/features/safety/policy.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { mountPages } from '#src/platform/http/keyset.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import * as contract from './contract.ts'
import { everyView, listViewers, sumViews } from './queries.server.ts'

/** What a person reads of who has seen their contact: members by name, administrators as nothing but that. */
export function mountContactLedger(mount: Mount, { db }: { db: Db }) {
  mountPages(mount, contract.contactViewers, async (wanted, viewer) => {
    const rows = await listViewers(db, viewer.userId, wanted)
    return rows.map(({ published, reportedAt, ...row }) => {
      const { byRight, name, number, biodataId } = row
      const unnamed = { name: null, nameInOtherScript: null, biodataId: null, viewerId: null, reportedAt: null }
      if (byRight === 'administrator') return { ...row, ...unnamed, number: null, hasLeft: false }
      if (name === null) return { ...row, ...unnamed, hasLeft: true }
      const isFound = biodataId && isVisibleTo(viewer, { id: biodataId, number: number!, published: !!published })
      const reported = { reportedAt: reportedAt?.toISOString() ?? null, hasLeft: false }
      return { ...row, ...reported, biodataId: isFound ? biodataId : null }
    })
  })

  mount(contract.contactViewSums, ({ viewer }) => sumViews(db, viewer.userId))

  mount(contract.contactViewFile, ({ viewer }) => everyView(db, viewer.userId))
}
