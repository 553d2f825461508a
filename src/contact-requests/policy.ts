import type { Viewer } from '#src/platform/http/viewer.ts'
import type { RequestStatus } from './contract.ts'

/** What a viewer gets of somebody's contact information (REQUIREMENTS D2). */
type ContactVisibility = 'shown' | 'pending' | 'withheld'

/** What a request has to be to open the contact: paid for, and approved by the office. */
export const statusesThatOpen: readonly RequestStatus[] = ['approve']

/**
 * Who sees email, phone and photo link: the owner, administrators, premium members, and those whose paid request was
 * approved. A paid request that waits for approval shows nothing yet, nor does one whose money went back.
 */
export function contactVisibility(
  viewer: Viewer,
  ownerId: string,
  request: { status: RequestStatus } | undefined,
): ContactVisibility {
  if (viewer.kind === 'visitor') return 'withheld'
  if (viewer.userId === ownerId || viewer.isAdmin || viewer.isPremium) return 'shown'
  if (request && statusesThatOpen.includes(request.status)) return 'shown'
  return request?.status === 'pending' ? 'pending' : 'withheld'
}
