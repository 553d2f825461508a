import { mountAction } from '#src/features/admin-list/index.server.ts'
import { dayOf } from '#src/platform/clock.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { found, invalid, Problem } from '#src/platform/http/problem.ts'
import * as contract from './contract.ts'
import { firstDayFor, howsOf } from './policy.ts'
import * as queries from './queries.server.ts'

export function mountAttestations(mount: Mount, { db, clock }: Deps) {
  mount(contract.listAttestations, async ({ input: { id } }) => found(await queries.listFor(db, id, dayOf(clock()))))

  mount(contract.noteAttestation, async ({ viewer, input }) => {
    const { kind, how, withWhom, on } = input
    const today = dayOf(clock())
    if (!howsOf[kind].includes(how)) throw invalid('how', `must be one of: ${howsOf[kind].join(', ')}`)
    if ((kind === 'family') !== (withWhom !== undefined))
      throw invalid('withWhom', kind === 'family' ? 'must be filled in' : 'belongs to a talk with the family only')
    if (on > today || on < firstDayFor(today)) throw invalid('on', 'must be a day of the last year')
    if (input.id === viewer.userId)
      throw new Problem('conflict', { code: 'own-biodata', detail: 'Nobody attests their own biodata.' })
    return { insertedId: found(await queries.note(db, viewer.userId, input)) }
  })

  mountAction(mount, db, queries.takeBack, contract.takeAttestationBack)

  mount(contract.ownAttestations, ({ viewer }) => queries.listOwn(db, viewer.userId, dayOf(clock())))
}
