import { dayOf } from '#src/platform/clock.ts'
import { mountPages } from '#src/platform/http/keyset.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { listShortlist } from './contract.ts'
import { shortlistOf } from './queries.server.ts'

export function mountShortlist(mount: Mount, { db, clock }: Deps) {
  mountPages(mount, listShortlist, (wanted, viewer) => shortlistOf(db, viewer, wanted, dayOf(clock())))
}
