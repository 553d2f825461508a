import { isVisibleTo } from '#src/features/safety/policy.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { cursor, mostPerAnswer, pageOf, TimeAndRunningId } from '#src/platform/http/paging.server.ts'
import * as contract from './contract.ts'
import { everyView, listViewers, sumViews } from './queries.server.ts'

/** What a person reads of who has seen their contact: members by name, administrators as nothing but that. */
export function mountContactLedger(mount: Mount, { db }: Deps) {
  mount(contract.contactViewers, async ({ viewer, input: { limit = mostPerAnswer, after } }) => {
    const rows = await listViewers(db, viewer.userId, limit + 1, cursor.unpack(after, TimeAndRunningId))
    const page = pageOf(rows, limit, (last) => cursor.pack(last.lastAt, last.id))
    return {
      ...page,
      items: page.items.map(({ lastAt, published, reportedAt, ...row }) => {
        const { byRight, name, number, biodataId } = row
        const unnamed = { name: null, biodataId: null, viewerId: null, reportedAt: null }
        if (byRight === 'administrator') return { ...row, ...unnamed, number: null, hasLeft: false }
        if (name === null) return { ...row, ...unnamed, hasLeft: true }
        const isFound = biodataId && isVisibleTo(viewer, { id: biodataId, number: number!, published: !!published })
        const reported = { reportedAt: reportedAt?.toISOString() ?? null, hasLeft: false }
        return { ...row, ...reported, biodataId: isFound ? biodataId : null }
      }),
    }
  })

  mount(contract.contactViewSums, ({ viewer }) => sumViews(db, viewer.userId))

  mount(contract.contactViewFile, ({ viewer }) => everyView(db, viewer.userId))
}
