import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { ownConsents } from './contract.ts'
import { standingConsents } from './queries.server.ts'

export function mountConsents(mount: Mount, { db }: Deps) {
  mount(ownConsents, ({ viewer }) => standingConsents(db, viewer.userId))
}
