import { ends, type FullForm, liesIn, reversedIn } from '#src/features/biodata/index.ts'
import { isOfLegalAge } from '#src/features/biodata/policy.ts'
import { requirePresentWords } from '#src/features/consents/index.server.ts'
import { saveAndAgree } from '#src/features/presence/index.server.ts'
import { countMeeting } from '#src/features/search/index.server.ts'
import { dayOf } from '#src/platform/clock.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { found, invalid } from '#src/platform/http/problem.ts'
import { differInScript } from '#src/platform/name-spellings.ts'
import * as contract from './contract.ts'
import { findKept, saveKept } from './kept.server.ts'

export function mountEdit(mount: Mount, { db, clock, config }: Deps) {
  /** @throws Problem 422 for what does not go together */
  function requireFitting(
    form: Pick<FullForm, 'gender' | 'birth' | 'district' | 'division' | 'name' | 'nameInOtherScript'>,
  ) {
    if (!isOfLegalAge(form.gender, form.birth, dayOf(clock()), config.legalAge)) {
      const limit = config.legalAge[form.gender]
      throw invalid('birth', `The legal age of marriage is ${limit}.`, { code: 'under-age', limit })
    }
    if (!liesIn(form.district, form.division))
      throw invalid('district', 'must lie in the division of the permanent address', { code: 'elsewhere' })
    if (!differInScript(form))
      throw invalid('nameInOtherScript', 'must be in the other script than the name', { code: 'same-script' })
  }

  mount(contract.save, async ({ viewer, input: { email: _, consent, ...form } }) => {
    requireFitting(form)
    const reversed = reversedIn(form)
    if (reversed) throw invalid(ends(reversed)[0], 'must not be above the end of the range', { code: 'reversed' })
    if (consent) requirePresentWords(consent.version)
    await saveAndAgree(db, viewer, form, consent, { contactDefault: config.contactDefault, now: clock() })
    return { modifiedCount: 1 }
  })

  mount(contract.viewKept, async ({ viewer, input: { id } }) => found(await findKept(db, viewer.userId, id)))

  mount(contract.saveKept, async ({ viewer, input: { email: _, id, ...form } }) => {
    requireFitting(form)
    found(await saveKept(db, viewer, id, form, clock()))
    return { modifiedCount: 1 }
  })

  mount(contract.countTyped, ({ viewer, input }) => countMeeting(db, viewer, input, clock()))
}
