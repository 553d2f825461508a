import { lastApprovedAt, mountList } from '#src/features/admin-list/index.server.ts'
import { recordFile } from '#src/features/contact-ledger/index.server.ts'
import { countSuspiciousTexts } from '#src/features/open-texts/index.server.ts'
import { countReported } from '#src/features/safety/index.server.ts'
import { users } from '#src/features/users/admin-contract.ts'
import { listUsers } from '#src/features/users/index.server.ts'
import { type Clock, dayOf } from '#src/platform/clock.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { cursor, mostPerAnswer, pageOf, RunningId } from '#src/platform/http/paging.ts'
import { found } from '#src/platform/http/problem.ts'
import { priceOf } from '#src/platform/money.ts'
import * as contract from './contract.ts'
import { findPerson } from './person-queries.server.ts'
import * as queries from './queries.server.ts'

type Longest = Awaited<ReturnType<typeof queries.longestContactRequests>>
const waiting = (total: number, longest: Longest, lastApproval: string | null) => ({
  total,
  lastApproval,
  first: longest.map(({ requestedAt, ownBiodataId, ...request }) => ({
    ...request,
    ownBiodataId: ownBiodataId ?? undefined,
    date: requestedAt.toISOString(),
  })),
})

const person = (name: string | null, email: string | null) => (name !== null && email !== null ? { name, email } : null)

export function mountAdmin(mount: Mount, { db, clock }: { db: Db; clock: Clock }) {
  // Here and not in users/: whose emails are in the file is written into the ledger, which knows users.
  mountList(
    mount,
    db,
    users,
    'exported users',
    listUsers,
    recordFile('users', ({ id }) => id),
  )

  mount(contract.overview, async ({ viewer }) => {
    const today = dayOf(clock())
    const [contactRequests, lastContact, premiumRequests, lastPremium, totals, reported, suspiciousTexts, weeks] =
      await Promise.all([
        queries.longestContactRequests(db),
        lastApprovedAt(db, 'contact_requests'),
        queries.longestPremiumRequests(db),
        lastApprovedAt(db, 'premium'),
        queries.countAll(db),
        countReported(db, viewer.userId),
        countSuspiciousTexts(db, viewer.userId),
        queries.countByWeek(db, today),
      ])
    const { users, biodata, paymentFindings, contactRequestsWaiting, premiumRequestsWaiting, payments } = totals
    return {
      ...{ users, biodata, paymentFindings, reported, suspiciousTexts },
      contactRequests: waiting(contactRequestsWaiting, contactRequests, lastContact),
      premiumRequests: waiting(premiumRequestsWaiting, premiumRequests, lastPremium),
      payments: payments.map(({ number, ...paid }) => {
        const { price: sum, currency } = priceOf(paid)
        return { currency, number, sum }
      }),
      today,
      weeks: weeks.map(({ day }) => day),
      growth: {
        biodata: weeks.map((week) => week.biodata),
        users: weeks.map((week) => week.users),
        contactRequests: weeks.map((week) => week.contactRequests),
        approvals: weeks.map((week) => week.approvals),
      },
    }
  })

  mount(contract.personFacts, async ({ input: { id } }) => found(await findPerson(db, id, dayOf(clock()))))

  mount(contract.listActions, async ({ input: { limit = mostPerAnswer, after } }) => {
    const [before] = cursor.unpack(after, RunningId) ?? []
    const rows = await queries.listActions(db, limit + 1, before)
    return pageOf(
      rows.map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        action: row.action,
        actor: person(row.actorName, row.actorEmail),
        isCommandLine: row.actorId === null,
        subject: person(row.subjectName, row.subjectEmail),
        subjectId: row.subjectId,
        personId: row.personId,
        number: row.number,
      })),
      limit,
      (last) => cursor.pack(Number(last.id)),
    )
  })
}
