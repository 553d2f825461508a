import type { Db } from '#src/platform/db/open.server.ts'
import { mountAction, mountList } from '#src/platform/http/lists.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import type { Auth } from './auth.server.ts'
import * as contract from './contract.ts'
import * as queries from './queries.server.ts'
import * as users from './users-contract.ts'

export function mountAccounts(mount: Mount, { db, auth }: { db: Db; auth: Pick<Auth, 'ways'> }) {
  mount(contract.currentSession, ({ viewer }) => ({
    user: viewer.kind === 'member' ? viewer : null,
    ways: auth.ways,
  }))

  mount(contract.checkAdmin, async ({ viewer, input: { email } }) => ({
    admin: email === 'me' || email === viewer.email ? viewer.isAdmin : await queries.isAdmin(db, email),
  }))

  mount(contract.recordUser, ({ viewer }) => ({ insertedId: viewer.userId }))

  mountList(mount, db, users.users, 'exported users', queries.listUsers)
  mountAction(mount, db, queries.makeAdmin, users.makeAdmin)
}
