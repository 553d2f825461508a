import { mountAction } from '#src/features/admin-list/index.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { invalid } from '#src/platform/http/problem.ts'
import { endAdmin, liftSuspension, makeAdmin, suspend } from './admin-contract.ts'
import { checkAdmin, genderFor, sayForWhom, sayKeptBy, viewKeptBy } from './contract.ts'
import * as queries from './queries.server.ts'

export function mountUsers(mount: Mount, { db, payBack }: Deps) {
  mount(checkAdmin, async ({ viewer, input: { email } }) => ({
    admin: email === 'me' || email === viewer.email ? viewer.isAdmin : await queries.isAdmin(db, email),
  }))

  mount(sayForWhom, async ({ viewer, input: { forWhom, gender: said, keptBy } }) => {
    const gender = genderFor[forWhom] ?? said
    if (!gender) throw invalid('gender', 'must be Male or Female')
    return { modifiedCount: await queries.sayForWhom(db, viewer.userId, { forWhom, gender, keptBy }) }
  })

  mount(viewKeptBy, async ({ viewer }) => ({
    keptBy: (await queries.forWhomOf(db, viewer.userId)).keptBy ?? ('myself' as const),
  }))

  mount(sayKeptBy, async ({ viewer, input: { keptBy } }) => ({
    modifiedCount: await queries.sayKeptBy(db, viewer.userId, keptBy === 'myself' ? null : keptBy),
  }))

  mountAction(mount, db, queries.makeAdmin, makeAdmin)
  mountAction(mount, db, queries.endAdmin, endAdmin)
  // People who wait for the contact of somebody hidden get their fee back.
  mountAction(mount, db, queries.suspend, suspend, { afterwards: payBack })
  mountAction(mount, db, queries.liftSuspension, liftSuspension)
}
