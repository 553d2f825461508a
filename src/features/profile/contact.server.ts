import { formOf } from '#src/features/biodata/index.server.ts'
import { contactFields } from '#src/features/biodata/index.ts'
import { contactAllowance, lockViewer, recordShowing } from '#src/features/contact-ledger/index.server.ts'
import { type ContactLimit, premiumLimit, type Right } from '#src/features/contact-ledger/policy.ts'
import { lookByRequest, openedBy } from '#src/features/contact-requests/index.server.ts'
import { givesEmail, isByPress } from '#src/features/contact-requests/policy.ts'
import { contactGuardian } from '#src/features/guardians/index.server.ts'
import { readingLimits, saidLeft } from '#src/features/safety/policy.ts'
import { record, recordViewing } from '#src/platform/db/audit.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { requireConfirmed } from '#src/platform/http/checks.server.ts'
import { found, Problem } from '#src/platform/http/problem.ts'
import type { Member } from '#src/platform/http/viewer.ts'

/** Undefined for all contacts. An administrator's password lifts the limit. */
function limitOf({ isConfirmed }: Member, byRight: Right, premiumContactsADay: number): ContactLimit | undefined {
  if (byRight === 'premium') return premiumLimit(premiumContactsADay)
  return byRight === 'administrator' && !isConfirmed ? { byRight, ...readingLimits.contactsOfAdministrator } : undefined
}

interface Showing {
  premiumContactsADay: number
  /** Then an email that was never confirmed is no contact (REQUIREMENTS A6). */
  sendsMail: boolean
}

/** Records and counts the look. @returns the contact, or when it opens; undefined where biodata or request is gone */
export async function showContact(
  db: Db,
  viewer: Member,
  right: Right,
  id: string,
  { premiumContactsADay, sendsMail, reason = null }: Showing & { reason?: string | null },
) {
  const { userId } = viewer
  const limit = limitOf(viewer, right, premiumContactsADay)
  return db.transaction().execute(async (trx) => {
    if (right === 'request' && (await lookByRequest(trx, userId, [id])).length === 0) return undefined
    if (limit) {
      await lockViewer(trx, userId)
      const { opensAt, opensInSeconds } = await contactAllowance(trx, userId, id, limit)
      if (opensAt) return { opensAt, opensInSeconds }
    }
    const opened = right === 'request' ? await openedBy(trx, userId, id) : undefined
    const isOther = right === 'premium' || (right === 'request' && !opened?.showsOwn)
    const found = await contactOf(trx, id, { sendsMail: sendsMail && right !== 'owner', isOther })
    if (!found) return undefined
    // A guardian's number that is gone leaves none: nobody said yes to the person's own.
    const isNumberGone = opened?.byGuardian && !('phoneOf' in found)
    const contact = isNumberGone ? { ...found, phone: '' } : found
    if (right !== 'request') await recordShowing(trx, userId, right, [id], { reason })
    if (reason !== null) await record(trx, userId, 'showed contact', id)
    else if (right === 'administrator') await recordViewing(trx, userId, id)
    return contact
  })
}

/** @throws Problem 403 `confirm-password` for an administrator, 429 with the seconds until the contact opens */
export async function showContactOnPress(...asked: Parameters<typeof showContact>) {
  const shown = found(await showContact(...asked))
  if (!('opensAt' in shown)) return shown
  const [, viewer, right] = asked
  if (right === 'administrator') requireConfirmed(viewer)
  throw contactLimit(shown.opensInSeconds)
}

export const contactLimit = (retryAfter: number) => new Problem('too-fast', { code: 'contact-limit', retryAfter })

export async function contactOnPress(
  db: Db,
  { userId }: Member,
  right: Right | undefined,
  id: string,
  premiumContactsADay: number,
) {
  if (!right || !isByPress(right)) return undefined
  if (right !== 'premium') return { contact: 'available' as const }
  const { left, opensAt } = await contactAllowance(db, userId, id, premiumLimit(premiumContactsADay))
  if (opensAt) return { contact: 'limited' as const, contactFrom: opensAt.toISOString() }
  return { contact: 'available' as const, contactsLeft: left > 0 && left <= saidLeft ? left : undefined }
}

/** `isOther`: for somebody to whom a guardian's number is shown in place of the owner's. */
async function contactOf(db: Db, id: string, { sendsMail, isOther }: { sendsMail: boolean; isOther: boolean }) {
  const row = await db
    .selectFrom('biodata')
    .innerJoin('users', 'users.id', 'biodata.id')
    .select(['users.email', 'users.emailVerified', ...contactFields.map((name) => `biodata.${name}` as const)])
    .where('biodata.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { email, emailVerified: isVerified } = row
  const guardian = isOther ? await contactGuardian(db, id) : undefined
  return {
    ...(givesEmail({ isVerified, sendsMail }) && { email }),
    ...formOf(contactFields, row),
    ...(guardian && { phone: guardian.phone, phoneOf: guardian.relation }),
  }
}
