import { requirePresentWords } from '#src/features/consents/index.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { found, Problem } from '#src/platform/http/problem.ts'
import { attemptKey, limits, takeAttempt } from '#src/platform/limits/throttle.server.ts'
import * as contract from './contract.ts'
import { viewInvitation } from './invitation-contract.ts'
import * as queries from './queries.server.ts'

export function mountGuardians(mount: Mount, { db, clock, config }: Deps) {
  mount(contract.listGuardians, ({ viewer }) => queries.guardiansIn(db, viewer.userId, clock()))

  mount(contract.inviteGuardian, async ({ viewer, language, input }) => {
    const { email: _, name, relation, guardianEmail, ...rights } = input
    if (guardianEmail && !config.mail)
      throw new Problem('unavailable', { code: 'mail-off', detail: 'This site sends no mail.' })
    // Until then the name in the mail may be that of somebody else.
    if (guardianEmail && !viewer.isVerified)
      throw new Problem('conflict', { code: 'email-unconfirmed', detail: 'Confirm your own email first.' })
    await takeAttempt(db, attemptKey('guardians', viewer.userId), limits.guardianInvitations, clock())
    const invited = { name, relation, email: guardianEmail || undefined, rights }
    const { id, link } = await queries.invite(db, viewer, invited, { origin: config.origin, language, now: clock() })
    return { insertedId: id, link }
  })

  mount(contract.changeRights, async ({ viewer, input: { id, email: _, ...rights } }) => ({
    modifiedCount: found(await queries.setRights(db, viewer, id, rights)),
  }))

  mount(contract.removeGuardian, async ({ viewer, input: { id } }) => ({
    deletedCount: found(await queries.end(db, 'ward', viewer.userId, id)),
  }))

  mount(viewInvitation, async ({ viewer, input: { token } }) => {
    const reader = viewer.kind === 'member' ? viewer.userId : null
    const invitation = token ? await queries.findInvitation(db, token, reader, clock()) : undefined
    if (!invitation) return { state: 'unknown' as const }
    const { isOpen, name, nameInOtherScript: other, number, gender, wardId, phone, ...rights } = invitation
    const named = { name, nameInOtherScript: other ?? undefined }
    if (!isOpen) return { state: 'over' as const, ...named }
    return {
      state: 'open' as const,
      ...named,
      number,
      gender,
      isOwn: wardId === reader,
      phone: phone ?? undefined,
      ...rights,
    }
  })

  mount(contract.acceptInvitation, async ({ viewer, input: { token, phone, consentVersion } }) => {
    requirePresentWords(consentVersion)
    return { insertedId: await queries.accept(db, viewer, token, phone, clock()) }
  })

  mount(contract.declineInvitation, async ({ viewer, input: { token } }) => {
    await queries.decline(db, viewer.userId, token, clock())
    return { modifiedCount: 1 }
  })

  mount(contract.listWards, ({ viewer }) => queries.wardsOf(db, viewer.userId))

  mount(contract.changePhone, async ({ viewer, input: { id, phone } }) => ({
    modifiedCount: found(await queries.setPhone(db, viewer.userId, id, phone)),
  }))

  mount(contract.leaveWard, async ({ viewer, input: { id } }) => ({
    deletedCount: found(await queries.end(db, 'guardian', viewer.userId, id)),
  }))
}
