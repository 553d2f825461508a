import { record } from '#src/platform/db/audit.server.ts'
import { inBatches } from '#src/platform/db/keyset.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { cursor, mostPerAnswer, pageOf } from '#src/platform/http/page.ts'
import { found } from '#src/platform/http/problem.ts'
import { exportUsers, listUsers, makeAdmin } from './admin-contract.ts'
import { checkAdmin } from './contract.ts'
import * as queries from './queries.server.ts'

export function mountUsers(mount: Mount, { db }: { db: Db }) {
  mount(checkAdmin, async ({ viewer, input: { email } }) => ({
    admin: email === 'me' || email === viewer.email ? viewer.isAdmin : await queries.isAdmin(db, email),
  }))

  mount(listUsers, async ({ input: { limit = mostPerAnswer, ...filters } }) => {
    const rows = await queries.listUsers(db, { ...filters, limit: limit + 1 })
    return pageOf(rows, limit, (last) => cursor.pack(last.key, last.id))
  })

  mount(exportUsers, async ({ viewer, input }) => {
    await record(db, viewer.userId, 'exported users', null)
    return inBatches((batch) => queries.listUsers(db, { ...input, ...batch }))
  })

  mount(makeAdmin, async ({ viewer, input: { id } }) => ({
    modifiedCount: found(await queries.makeAdmin(db, viewer.userId, id)),
  }))
}
