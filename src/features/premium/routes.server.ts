import { lastApprovedAt, mountAction, mountList } from '#src/features/admin-list/index.server.ts'
import { recordFile } from '#src/features/contact-ledger/index.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import * as contract from './contract.ts'
import * as queries from './queries.server.ts'

export function mountPremium(mount: Mount, { db }: Deps) {
  mount(contract.checkPremium, async ({ viewer, input: { email } }) => ({
    premium: email === 'me' || email === viewer.email ? viewer.isPremium : await queries.isPremium(db, email),
  }))

  mount(contract.requestPremium, async ({ viewer }) => ({
    modifiedCount: await queries.requestPremium(db, viewer),
  }))

  const inFile = recordFile('premium requests', ({ id }: { id: string }) => id)
  mountList(mount, db, contract.premiumRequests, 'exported premium requests', queries.listRequests, inFile)
  mountAction(mount, db, queries.makePremium, contract.makePremium, { many: contract.makeEachPremium })
  mountAction(mount, db, queries.endPremium, contract.endPremium)
  mount(contract.lastPremiumApproval, async () => ({ at: await lastApprovedAt(db, 'premium') }))
}
