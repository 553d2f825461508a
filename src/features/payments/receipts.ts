import type { Money } from '#src/platform/money.ts'
import type { Receipt } from './provider.ts'

/** What of a payment's receipts was given back, by us or at the provider. `on its way`: all of it. */
export function returnedOf(receipts: readonly Receipt[]) {
  if (receipts.some(({ isDisputed }) => isDisputed)) return 'disputed'
  const standing = receipts.flatMap(({ refunds }) => refunds.filter(({ state }) => state !== 'failed'))
  const sumOf = (some: readonly { amount: number }[]) => some.reduce((sum, { amount }) => sum + amount, 0)
  const [paid, asked] = [sumOf(receipts), sumOf(standing)]
  if (asked === 0) return 'nothing'
  if (asked < paid) return 'in part'
  return standing.some(({ state }) => state === 'on its way') ? 'on its way' : 'refunded'
}

/** The receipts that buy, the earliest first, and what arrived although the fee was paid (REQUIREMENTS K9d). */
export function divided(receipts: readonly Receipt[], fee: Money) {
  let sum = 0
  const isNeeded = (receipt: Receipt) => {
    if (sum >= fee.amount) return false
    sum += receipt.amount
    return true
  }
  const [buying, surplus]: [Receipt[], Receipt[]] = [[], []]
  for (const receipt of receipts) (isNeeded(receipt) ? buying : surplus).push(receipt)
  const isWhole = sum === fee.amount && buying.every(({ currency }) => currency === fee.currency)
  return { buying, surplus, isWhole }
}

/** How long after it was begun a payment is asked about whose provider lists no news; then it ends unpaid. */
const askedAfterMs = [1, 3, 10, 30, 120, 1_440].map((minutes) => minutes * 60_000)
export const firstAsk = (now: Date) => new Date(now.getTime() + askedAfterMs[0]!)
/** @returns undefined once it has been asked about for the last time */
export const nextAsk = (begunAt: Date, now: Date) =>
  askedAfterMs.map((ms) => new Date(begunAt.getTime() + ms)).find((at) => at > now)
