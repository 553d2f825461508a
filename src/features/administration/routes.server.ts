import { lastApprovedAt, mountList } from '#src/features/admin-list/index.server.ts'
import { recordFile } from '#src/features/contact-ledger/index.server.ts'
import { countSuspiciousTexts } from '#src/features/open-texts/index.server.ts'
import { listRequests } from '#src/features/premium/index.server.ts'
import { findRequests } from '#src/features/request-approval/index.server.ts'
import { countReported } from '#src/features/safety/index.server.ts'
import { users } from '#src/features/users/admin-contract.ts'
import { listUsers } from '#src/features/users/index.server.ts'
import { dayOf } from '#src/platform/clock.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { cursor, mostPerAnswer, pageOf, RunningId } from '#src/platform/http/paging.server.ts'
import { found } from '#src/platform/http/problem.ts'
import * as contract from './contract.ts'
import * as queries from './queries.server.ts'

export function mountAdmin(mount: Mount, { db, clock }: Deps) {
  // Here and not in users/: whose emails are in the file is written into the ledger, which knows users.
  const inFile = recordFile('users', ({ id }: { id: string }) => id)
  mountList(mount, db, users, 'exported users', listUsers, inFile)

  mount(contract.overview, async ({ viewer }) => {
    const today = dayOf(clock())
    const [contactRequests, lastContact, premiumRequests, lastPremium, totals, reported, suspiciousTexts, byWeek] =
      await Promise.all([
        findRequests(db, { limit: 3, sort: 'date', status: 'pending' }, today),
        lastApprovedAt(db, 'contact_requests'),
        listRequests(db, { limit: 3, sort: 'date' }),
        lastApprovedAt(db, 'premium'),
        queries.countAll(db),
        countReported(db, viewer.userId),
        countSuspiciousTexts(db, viewer.userId),
        queries.countByWeek(db, today),
      ])
    const { contactRequestsWaiting, premiumRequestsWaiting, ...rest } = totals
    return {
      ...{ ...rest, ...byWeek, reported, suspiciousTexts, today },
      contactRequests: { total: contactRequestsWaiting, lastApproval: lastContact, first: contactRequests },
      premiumRequests: {
        total: premiumRequestsWaiting,
        lastApproval: lastPremium,
        first: premiumRequests.map((request) => ({ ...request, ownBiodataId: request.id, biodataId: request.id })),
      },
    }
  })

  mount(contract.personFacts, async ({ input: { id } }) => found(await queries.findPerson(db, id, dayOf(clock()))))

  mount(contract.listActions, async ({ input: { limit = mostPerAnswer, after } }) => {
    const [before] = cursor.unpack(after, RunningId) ?? []
    const rows = await queries.listActions(db, limit + 1, before)
    return pageOf(rows, limit, (last) => cursor.pack(Number(last.id)))
  })
}
