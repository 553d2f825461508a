import type { Db } from '#src/platform/db/open.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { ownConsents } from './contract.ts'
import { standingConsents } from './queries.server.ts'

export function mountConsents(mount: Mount, { db }: { db: Db }) {
  mount(ownConsents, ({ viewer }) => standingConsents(db, viewer.userId))
}
