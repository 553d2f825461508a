/** By which somebody sees a contact (REQUIREMENTS R1). */
export const rights = ['owner', 'premium', 'request', 'administrator'] as const
export type Right = (typeof rights)[number]
