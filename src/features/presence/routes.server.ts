import { marriedIsKeptDays } from '#src/features/biodata/policy.ts'
import { requirePresentWords } from '#src/features/consents/index.server.ts'
import { importedAs } from '#src/features/import/index.server.ts'
import { dayOf } from '#src/platform/clock.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { found } from '#src/platform/http/problem.ts'
import * as contract from './contract.ts'
import { forgetFaith, presenceOf, setContactFor, setNameOnCards, setPresence } from './queries.server.ts'

/** Calls `payBack` when somebody has stepped back: there may be money to give back, which they do not wait for. */
export function mountPrivacy(mount: Mount, { db, payBack }: Deps) {
  mount(contract.ownPresence, async ({ viewer }) => {
    const own = await presenceOf(db, viewer.userId).executeTakeFirst()
    if (!own) return null
    const { presenceSince, ...state } = own
    const imported = await importedAs(db, viewer.userId)
    const lastDay = new Date(presenceSince.getTime() + marriedIsKeptDays * 86_400_000)
    return {
      ...state,
      since: presenceSince.toISOString(),
      deletedOn: state.presence === 'married' ? dayOf(lastDay) : null,
      imported: imported ?? null,
    }
  })

  mount(contract.changePresence, async ({ viewer, input: { presence, consentVersion } }) => {
    if (consentVersion !== undefined) requirePresentWords(consentVersion)
    const modifiedCount = found(await setPresence(db, viewer, presence, consentVersion !== undefined))
    if (presence !== 'published') payBack?.()
    return { modifiedCount }
  })

  mount(contract.forgetFaith, async ({ viewer }) => ({ modifiedCount: found(await forgetFaith(db, viewer.userId)) }))

  mount(contract.changeContactFor, async ({ viewer, input: { contactFor } }) => {
    const modifiedCount = found(await setContactFor(db, viewer, contactFor))
    if (contactFor === 'nobody') payBack?.()
    return { modifiedCount }
  })

  mount(contract.changeNameOnCards, async ({ viewer, input: { nameOnCards } }) => ({
    modifiedCount: found(await setNameOnCards(db, viewer.userId, nameOnCards)),
  }))
}
