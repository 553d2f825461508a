import { record } from '#src/platform/db/audit.server.ts'
import { inBatches } from '#src/platform/db/keyset.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { cursor, mostPerAnswer, pageOf } from '#src/platform/http/page.ts'
import { notFound } from '#src/platform/http/problem.ts'
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

  mount(users.listUsers, async ({ input: { limit = mostPerAnswer, ...filters } }) => {
    const rows = await queries.listUsers(db, { ...filters, limit: limit + 1 })
    return pageOf(rows, limit, (last) => cursor.pack(last.key, last.id))
  })

  mount(users.exportUsers, async ({ viewer, input }) => {
    await record(db, viewer.userId, 'exported users', null)
    return inBatches((batch) => queries.listUsers(db, { ...input, ...batch }))
  })

  mount(users.makeAdmin, async ({ viewer, input: { id } }) => {
    const modifiedCount = await queries.makeAdmin(db, viewer.userId, id)
    if (modifiedCount === undefined) throw notFound()
    return { modifiedCount }
  })
}
