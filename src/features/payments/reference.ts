/** Where a payer comes back to, before a reference. */
export const returnPath = '/api/payments/return/'

/**
 * A payment's id in base 36, 25 characters: gateways take at most 30. It is as hard to guess as the id, so it alone opens
 * the state of that payment.
 */
export const referenceOf = (paymentId: string) =>
  BigInt(`0x${paymentId.replaceAll('-', '')}`)
    .toString(36)
    .padStart(25, '0')

/** @returns undefined for what is no reference */
export function paymentIdOf(reference: string) {
  if (!/^[0-9a-z]{25}$/.test(reference)) return undefined
  let value = 0n
  for (const digit of reference) value = value * 36n + BigInt(Number.parseInt(digit, 36))
  const hex = value.toString(16).padStart(32, '0')
  return hex.length > 32 ? undefined : hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
