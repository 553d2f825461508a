import { record } from '#src/platform/db/audit.server.ts'
import { inBatches } from '#src/platform/db/keyset.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { doEach } from '#src/platform/http/bulk.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { cursor, mostPerAnswer, pageOf } from '#src/platform/http/page.ts'
import { notFound } from '#src/platform/http/problem.ts'
import * as contract from './contract.ts'
import * as queries from './queries.server.ts'

export function mountPremium(mount: Mount, { db }: { db: Db }) {
  mount(contract.checkPremium, async ({ viewer, input: { email } }) => ({
    premium: email === 'me' || email === viewer.email ? viewer.isPremium : await queries.isPremium(db, email),
  }))

  mount(contract.requestPremium, async ({ viewer }) => ({
    modifiedCount: await queries.requestPremium(db, viewer.userId),
  }))

  mount(contract.listPremiumRequests, async ({ input: { limit = mostPerAnswer, ...filters } }) => {
    const rows = await queries.listRequests(db, { ...filters, limit: limit + 1 })
    return pageOf(rows, limit, (last) => cursor.pack(last.key, last.id))
  })

  mount(contract.lastPremiumApproval, async () => ({ at: await queries.lastApprovedAt(db) }))

  mount(contract.exportPremiumRequests, async ({ viewer, input }) => {
    await record(db, viewer.userId, 'exported premium requests', null)
    return inBatches((batch) => queries.listRequests(db, { ...input, ...batch }))
  })

  mount(contract.makeEachPremium, ({ viewer, input: { ids } }) =>
    doEach(ids, (id) => queries.makePremium(db, viewer.userId, id)),
  )

  mount(contract.makePremium, async ({ viewer, input: { id } }) => {
    const modifiedCount = await queries.makePremium(db, viewer.userId, id)
    if (modifiedCount === undefined) throw notFound()
    return { modifiedCount }
  })
}
