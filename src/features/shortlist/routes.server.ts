import { mountPages } from '#src/features/admin-list/index.server.ts'
import { dayOf } from '#src/platform/clock.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { listShortlist } from './contract.ts'
import { shortlistOf } from './queries.server.ts'

export function mountShortlist(mount: Mount, { db, clock }: Deps) {
  mountPages(mount, listShortlist, (wanted, viewer) => shortlistOf(db, viewer, wanted, dayOf(clock())))
}
