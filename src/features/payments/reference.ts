/** Where a payer comes back to, before a reference. */
export const returnPath = '/api/payments/return/'

const [base, digits] = [36n, 25]

/** A payment's id in 25 letters and digits: gateways take at most 30. Nobody can guess it, so it opens the state of one payment. */
export const referenceOf = (paymentId: string) =>
  BigInt(`0x${paymentId.replaceAll('-', '')}`)
    .toString(Number(base))
    .padStart(digits, '0')

/** @returns undefined for what is no reference */
export function paymentIdOf(reference: string) {
  if (!/^[0-9a-z]{25}$/.test(reference)) return undefined
  let value = 0n
  for (const digit of reference) value = value * base + BigInt(Number.parseInt(digit, Number(base)))
  const hex = value.toString(16).padStart(32, '0')
  return hex.length > 32 ? undefined : hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
