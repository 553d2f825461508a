import { mountList } from '#src/features/admin-list/index.server.ts'
import { recordFile } from '#src/features/contact-ledger/index.server.ts'
import { countSuspiciousTexts } from '#src/features/open-texts/index.server.ts'
import { sumByMonth } from '#src/features/payments/index.server.ts'
import { listRequests } from '#src/features/premium/index.server.ts'
import { findRequests } from '#src/features/request-approval/index.server.ts'
import { countReported } from '#src/features/safety/index.server.ts'
import { countTransfers } from '#src/features/send-money/index.server.ts'
import { countUnanswered } from '#src/features/unanswered/index.server.ts'
import { users } from '#src/features/users/admin-contract.ts'
import { listUsers } from '#src/features/users/index.server.ts'
import { dayOf } from '#src/platform/clock.ts'
import { record } from '#src/platform/db/audit.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { cursor, mostPerAnswer, pageOf, RunningId } from '#src/platform/http/paging.server.ts'
import { found } from '#src/platform/http/problem.ts'
import { missingFor } from '#src/platform/operator.ts'
import * as contract from './contract.ts'
import * as queries from './queries.server.ts'

export function mountAdmin(mount: Mount, { db, clock, config, payBack }: Deps) {
  // Here and not in users/: whose emails are in the file is written into the ledger, which knows users.
  const inFile = recordFile('users', ({ id }: { id: string }) => id)
  mountList(mount, db, users, 'exported users', listUsers, inFile)

  async function countWaiting(viewerId: string) {
    const [{ failedRefunds, ...queues }, byHand, { people: reported, oldest }, suspiciousTexts, numbers] =
      await Promise.all([
        queries.countQueues(db),
        countTransfers(db),
        countReported(db, viewerId),
        countSuspiciousTexts(db, viewerId),
        countUnanswered(db, viewerId),
      ])
    const waiting = { ...queues, ...byHand, reported, suspiciousTexts, unanswered: numbers.waiting }
    return { waiting, failedRefunds, oldestReport: oldest, oldestNumber: numbers.oldest }
  }
  mount(contract.countWaiting, async ({ viewer }) => (await countWaiting(viewer.userId)).waiting)

  mount(contract.overview, async ({ viewer }) => {
    const today = dayOf(clock())
    const [{ oldestReport, oldestNumber, ...counts }, [contactRequest], [premiumRequest], totals, byWeek, byMonth] =
      await Promise.all([
        countWaiting(viewer.userId),
        findRequests(db, { limit: 1, sort: 'date', status: 'pending' }, today),
        listRequests(db, { limit: 1, sort: 'date' }),
        queries.countAll(db, today),
        queries.countByWeek(db, today),
        sumByMonth(db, today),
      ])
    return {
      ...{ ...counts, ...totals, ...byWeek, today },
      oldest: {
        contactRequests: contactRequest?.date ?? null,
        premiumRequests: premiumRequest?.date ?? null,
        reported: oldestReport,
        unanswered: oldestNumber,
      },
      month: byMonth
        .filter(({ month }) => today.startsWith(month))
        .map(({ currency, paid, wentBack }) => ({ currency, received: paid.sum, refunded: wentBack.sum })),
    }
  })

  mount(contract.readSetup, async ({ viewer }) => {
    const { backup, privacy, biodata, admins, adminsWithoutFactor, isHidden } = await queries.readSetup(
      db,
      viewer.userId,
    )
    const isDone: Record<contract.SetupStep, boolean> = {
      mail: config.mail !== undefined,
      payment: payBack !== undefined,
      operator: missingFor(config.operator).length === 0,
      secondFactor: adminsWithoutFactor === 0,
      ...{ backup, privacy, biodata },
    }
    return { done: contract.setupSteps.filter((step) => isDone[step]), admins, adminsWithoutFactor, isHidden }
  })

  mount(contract.noteSetup, async ({ viewer: { userId }, input: { note } }) => {
    await record(db, userId, note, userId)
    return { modifiedCount: 1 }
  })

  mount(contract.personFacts, async ({ input: { id } }) => found(await queries.findPerson(db, id, dayOf(clock()))))

  mount(contract.listActions, async ({ input: { limit = mostPerAnswer, after } }) => {
    const [before] = cursor.unpack(after, RunningId) ?? []
    const rows = await queries.listActions(db, limit + 1, before)
    return pageOf(rows, limit, (last) => cursor.pack(Number(last.id)))
  })
}
