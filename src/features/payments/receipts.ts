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

/** How long to wait each time before a payment is asked about whose provider lists no news: a day in all. Then it ends unpaid. */
const waitsMs = [1, 2, 7, 20, 90, 1_320].map((minutes) => minutes * 60_000)
/** @returns undefined once it has been asked about for the last time */
export function nextAsk(timesAsked: number, now: Date) {
  const waitMs = waitsMs[timesAsked]
  return waitMs === undefined ? undefined : new Date(now.getTime() + waitMs)
}
