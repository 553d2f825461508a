import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { found, invalid } from '#src/platform/http/problem.ts'
import * as contract from './contract.ts'
import * as queries from './queries.server.ts'

export function mountContactFeedback(mount: Mount, { db, clock }: Deps) {
  mount(contract.openQuestions, ({ viewer }) => queries.listOpen(db, viewer.userId, clock()))

  mount(contract.answerQuestion, async ({ viewer, input }) => {
    const { didAnswer, wasRight } = input
    if (didAnswer && wasRight === undefined) throw invalid('wasRight', 'must be filled in')
    if (!didAnswer && wasRight !== undefined) throw invalid('wasRight', 'belongs to a family that answered')
    return { modifiedCount: found(await queries.answer(db, viewer.userId, input, clock())) }
  })

  mount(contract.declineQuestion, async ({ viewer, input: { id } }) => ({
    deletedCount: found(await queries.decline(db, viewer.userId, id, clock())),
  }))

  mount(contract.feedbackOn, async ({ viewer, input: { id } }) =>
    id === viewer.userId ? null : found(await queries.findSaidOf(db, id)),
  )
}
