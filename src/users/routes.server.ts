import type { Db } from '#src/platform/db/open.server.ts'
import { mountAction } from '#src/platform/http/lists.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { makeAdmin } from './admin-contract.ts'
import { checkAdmin } from './contract.ts'
import * as queries from './queries.server.ts'

export function mountUsers(mount: Mount, { db }: { db: Db }) {
  mount(checkAdmin, async ({ viewer, input: { email } }) => ({
    admin: email === 'me' || email === viewer.email ? viewer.isAdmin : await queries.isAdmin(db, email),
  }))

  mountAction(mount, db, queries.makeAdmin, makeAdmin)
}
