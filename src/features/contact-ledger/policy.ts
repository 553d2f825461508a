import { readingLimits } from '#src/features/safety/policy.ts'

/** By which somebody sees another's contact (REQUIREMENTS R1). `answer`: their request got a yes from the viewer. */
export const rights = ['premium', 'request', 'answer', 'administrator'] as const
export type Right = 'owner' | (typeof rights)[number]

/** So many different people's contacts by one right, in any stretch of so many seconds. */
export interface ContactLimit {
  byRight: Right
  most: number
  withinSeconds: number
}

/** Requests without a fee count too. */
export const premiumLimit = (most: number): ContactLimit => ({
  byRight: 'premium',
  most,
  ...readingLimits.contactsOfPremium,
})

/** Lists of administrators that can be saved as a file; the reason of a line about such a file is one of these. */
export type ListInFile = 'users' | 'premium requests' | 'contact requests' | 'payments'
