/** Why a fee goes back (REQUIREMENTS K3f, K6). The database knows the same names; its triggers pass four of them. */
export const refundReasons = [
  'duplicate',
  'payer left',
  'biodata left',
  'hidden',
  'refused',
  'taken back',
  'suspended',
  'not named',
  'another amount',
  'declined',
  'asker withdrew',
  'unanswered',
] as const
export type RefundReason = (typeof refundReasons)[number]

interface BoughtNothing {
  payer?: 'suspended' | 'gone' | undefined
  /** `hidden`: withdrawn, closed, or blocked between the two. */
  asked?: 'hidden' | 'gone'
  /** Another payment has bought the same contact. */
  isBought?: boolean
}

export function whyRefunded({ payer, asked, isBought }: BoughtNothing): RefundReason {
  if (payer === 'gone') return 'payer left'
  if (isBought) return 'duplicate'
  if (payer === 'suspended') return 'suspended'
  return asked === 'gone' ? 'biodata left' : 'hidden'
}

/** Why the fee of a request goes back that an administrator ends. */
export const whyEnded = { refused: 'refused', withdrawn: 'taken back' } as const satisfies Record<string, RefundReason>

/** Days that less than the fee waits for the rest; then the site refunds it because of `another amount`. */
export const daysShort = 7

/** Days that a fee waits which was paid without naming anybody; then it is `not named`. */
export const daysUnnamed = 7
