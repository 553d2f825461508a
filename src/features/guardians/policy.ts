/** Live guardians and open invitations of one person together (REQUIREMENTS U1). */
export const mostGuardians = 3

export const invitationDays = 7
const dayMs = 86_400_000
export const invitationEnd = (now: Date) => new Date(now.getTime() + invitationDays * dayMs)

/** What a ward chooses for each guardian (REQUIREMENTS U2). Every guardian sees who asks, from the acceptance on. */
export const rights = ['mayAnswer', 'isContact', 'mayConfirm', 'mayEdit'] as const
export type Right = (typeof rights)[number]
export const usualRights: readonly Right[] = ['mayAnswer', 'mayConfirm']

/** As `is_guardian_for` of the database calls them. */
export type AskedRight = 'see' | 'answer' | 'confirm' | 'edit'

export const guardianStates = ['accepted', 'invited', 'expired', 'declined'] as const

/** Of the mail that brings an invitation: `failed` if the mail server has refused it for good. */
export const mailStates = ['waiting', 'sent', 'failed'] as const
