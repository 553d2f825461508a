import { latinDigits } from '#src/platform/digits.ts'

/** Hours within which an administrator answers; a payer has as many to tell of a transfer, see `nextAsk` (REQUIREMENTS K10). */
const hoursToAnswer = 24
export const answerBy = (claimedAt: Date) => new Date(claimedAt.getTime() + hoursToAnswer * 3_600_000)

/** Ids of wallets have ten characters, those of banks up to 35 (ISO 20022, Max35Text). */
const transactionIds = /^[A-Z0-9]{6,35}$/

/** As statements have it: in capitals, without blanks and hyphens. @returns undefined for what is no transaction id */
export function readTransactionId(typed: string) {
  const id = latinDigits(typed)
    .replace(/[\s\p{Cf}-]/gu, '')
    .toUpperCase()
  return transactionIds.test(id) ? id : undefined
}

/** What two ids have in common that an eye takes for each other; the database writes the same (`looks_like`). */
export const looksLike = (transactionId: string) => transactionId.replaceAll('O', '0').replace(/[IL]/g, '1')

/** Also out of a whole number. @returns undefined without four digits */
export function readLastDigits(typed: string) {
  const digits = latinDigits(typed).replace(/[\s\p{Cf}+-]/gu, '')
  return /^\d{4,15}$/.test(digits) ? digits.slice(-4) : undefined
}

/** The largest sum that one transfer has, in taka: beyond it is a slip of the keyboard. */
const mostTaka = 10_000_000

/** A sum in taka as people and statements write it: `1,500.00`, `৳৫০০`. @returns poisha, or undefined for what is no sum */
export function readTaka(typed: string) {
  const plain = latinDigits(typed)
    .replace(/[\s\p{Cf}]/gu, '')
    .replace(/^(৳|bdt|tk\.?)|(৳|bdt|tk\.?|\/-)$/gi, '')
  // Thousands as in 150,000 or 1,50,000.
  const isSum = /^(\d{1,8}|\d{1,3}(,\d{2,3})*,\d{3})(\.\d{1,2}0*)?$/.test(plain)
  if (!isSum) return undefined
  const [taka = '', poisha = ''] = plain.replaceAll(',', '').split('.')
  const amount = Number(taka) * 100 + Number(poisha.slice(0, 2).padEnd(2, '0'))
  return amount > 0 && amount <= mostTaka * 100 ? amount : undefined
}

/** Dhaka is six hours ahead of UTC the whole year. */
const dhaka = '+06:00'

/** A moment as a statement has it, on the clocks of Bangladesh, or with its own zone. @returns undefined for what is no moment */
export function readMoment(typed: string) {
  const text = latinDigits(typed).trim()
  const [, year, month, day, dayFirst, monthSecond, yearLast, rest = ''] =
    /^(?:(\d{4})[-/](\d{1,2})[-/](\d{1,2})|(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}))(.*)$/.exec(text) ?? []
  const time = /^(?:[T\s,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]m)?\s*(z|[+-]\d{2}:?\d{2})?)?$/i.exec(rest)
  if (!(year ?? yearLast) || !time) return undefined
  const [, hour = '0', minute = '00', second = '00', half, zone = dhaka] = time
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour)
  const two = (value: string | number) => String(value).padStart(2, '0')
  const date = `${year ?? yearLast}-${two(month ?? monthSecond!)}-${two(day ?? dayFirst!)}`
  const moment = new Date(`${date}T${two(hours)}:${minute}:${second}${zone.toUpperCase()}`)
  // 31 February would be a day of March.
  const isDay = new Date(`${date}T00:00Z`).toJSON()?.startsWith(date)
  return isDay && !Number.isNaN(moment.getTime()) ? moment : undefined
}

/** Some clocks are ahead. */
const aheadMs = 10 * 60_000
/** Days before a payment was begun within which its money can have been sent: for one that the payer began anew. */
const daysBefore = 7

/** Whether money of this moment can have been sent for a payment. */
export function canBeFor(sentAt: Date, begunAt: Date, now: Date): 'yes' | 'later' | 'before' {
  if (sentAt.getTime() > now.getTime() + aheadMs) return 'later'
  return sentAt.getTime() < begunAt.getTime() - daysBefore * 86_400_000 ? 'before' : 'yes'
}

/** Nothing in it is read wrongly aloud or by eye: no 0 and O, no 1 and I. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * What a payer writes beside the money, out of a payment's id: the first of these that nobody has. 6 letters are one of a
 * thousand million.
 */
export function* shortReferences(paymentId: string) {
  let value = BigInt(`0x${paymentId.replaceAll('-', '')}`)
  let reference = ''
  while (value > 0n) {
    reference += letters[Number(value % 32n)]
    value /= 32n
    if (reference.length >= 6) yield reference
  }
}

/** Whether two administrators have to read it (REQUIREMENTS K10b). */
export const needsSecond = (amount: number, above: number | undefined, administrators: number) =>
  above !== undefined && amount > above && administrators > 1
