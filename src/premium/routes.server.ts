import type { Db } from '#src/platform/db/open.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { cursor, mostPerAnswer, pageOf, TimeAndId } from '#src/platform/http/page.ts'
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

  mount(contract.listPremiumRequests, async ({ input: { limit = mostPerAnswer, after } }) => {
    const rows = await queries.listRequests(db, limit + 1, cursor.unpack(after, TimeAndId))
    return pageOf(rows, limit, (last) => cursor.pack(last.requestedAt, last.id))
  })

  mount(contract.makePremium, async ({ viewer, input: { id } }) => {
    const modifiedCount = await queries.makePremium(db, viewer.userId, id)
    if (modifiedCount === undefined) throw notFound()
    return { modifiedCount }
  })
}
