/** By which somebody sees another's contact (REQUIREMENTS R1). */
export const rights = ['premium', 'request', 'administrator'] as const
export type Right = 'owner' | (typeof rights)[number]

/** Lists of administrators that can be saved as a file; the reason of a line about such a file is one of these. */
export type ListInFile = 'users' | 'premium requests' | 'contact requests' | 'payments'
