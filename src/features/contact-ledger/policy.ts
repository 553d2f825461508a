/** By which somebody sees another's contact (REQUIREMENTS R1). */
export const rights = ['premium', 'request', 'administrator'] as const
export type Right = 'owner' | (typeof rights)[number]

/** So many different people's contacts by one right, in any stretch of so many seconds. */
export interface ContactLimit {
  byRight: Right
  most: number
  withinSeconds: number
}

/** Lists of administrators that can be saved as a file; the reason of a line about such a file is one of these. */
export type ListInFile = 'users' | 'premium requests' | 'contact requests' | 'payments'
