import type { Right } from '#src/features/contact-ledger/policy.ts'
import { undoSeconds } from '#src/platform/clock.ts'
import type { Viewer } from '#src/platform/http/viewer.ts'
import type { RequestStatus } from './contract.ts'

/**
 * People whose paid request was approved and premium members; those whom the person, or a guardian for them, says yes to; or
 * nobody for now.
 */
export const contactsFor = ['checked', 'ask', 'ask guardian', 'nobody'] as const
export const contactForMessage = `must be one of: ${contactsFor.join(', ')}`
export type ContactFor = (typeof contactsFor)[number]

/** Whether a request that is approved now waits for the family (REQUIREMENTS O1). */
export const isAskedFirst = (contactFor: ContactFor) => contactFor === 'ask' || contactFor === 'ask guardian'
interface Owner {
  id: string
  contactFor: ContactFor
}
type Request = { status: RequestStatus } | undefined

/** Whether a request shows the contact it was made for: not while it waits, nor once its fee was refunded. */
export const opensContact = (request: Request, { contactFor }: Owner) =>
  request?.status === 'approve' && contactFor !== 'nobody'

/** Of a request: it waits for an administrator or for the family. */
export const isWaiting = (status: RequestStatus) => status === 'pending' || status === 'forwarded'

/** Where mails confirm it, only a confirmed email: before, it may belong to an uninvolved person (REQUIREMENTS A6). */
export const givesEmail = ({ isVerified, sendsMail }: { isVerified: boolean; sendsMail: boolean }) =>
  isVerified || !sendsMail

/** In this order (REQUIREMENTS D2): a paid contact is none of premium's daily ones. `nobody` bars the last two. */
export function rightToContact(viewer: Viewer, owner: Owner, request: Request): Right | undefined {
  if (viewer.kind === 'visitor') return undefined
  if (viewer.userId === owner.id) return 'owner'
  if (viewer.isAdmin) return 'administrator'
  if (opensContact(request, owner)) return 'request'
  return viewer.isPremium && owner.contactFor === 'checked' ? 'premium' : undefined
}

/** Who would see a contact by opening the profile: our pages wait for a press (REQUIREMENTS D2). */
export const isByPress = (right: Right) => right === 'premium' || right === 'administrator'

/** So long an approval can be undone, and so long nobody is told of it (REQUIREMENTS M3). */
const undoMs = undoSeconds * 1000

export const undoableUntil = (approvedAt: Date) => new Date(approvedAt.getTime() + undoMs)
export const undoableSince = (now: Date) => new Date(now.getTime() - undoMs)

/** null when none are left. */
export function undoMsLeft(approvedAt: Date, now: Date) {
  const left = undoableUntil(approvedAt).getTime() - now.getTime()
  return left > 0 ? left : null
}

/** What a viewer gets of a contact. `closed`: nobody sees it for now, so there is nothing to ask for. */
type ContactVisibility = 'own' | 'shown' | 'pending' | 'withheld' | 'closed'

export function contactVisibility(viewer: Viewer, owner: Owner, request: Request): ContactVisibility {
  const right = rightToContact(viewer, owner, request)
  if (right) return right === 'owner' ? 'own' : 'shown'
  if (owner.contactFor === 'nobody') return 'closed'
  return viewer.kind === 'member' && request && isWaiting(request.status) ? 'pending' : 'withheld'
}
