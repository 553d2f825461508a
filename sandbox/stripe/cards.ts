/** The checksum every real card number carries (ISO/IEC 7812): a mistyped digit fails here, before anybody is asked. */
export function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, position) => {
    const value = Number(digit) * (position % 2 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return number !== '' && sum % 10 === 0
}

export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'unknown'

/** The brand by the first digits, under Stripe's name. */
export function brandOf(number: string): CardBrand {
  if (number.startsWith('4')) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  if (/^3[47]/.test(number)) return 'amex'
  return 'unknown'
}

/** Digits on the front and in the security code; an unknown brand is treated as a 16 digit card, as Stripe.js does. */
export function lengthsOf(brand: CardBrand): { number: number; cvc: number } {
  return brand === 'amex' ? { number: 15, cvc: 4 } : { number: 16, cvc: 3 }
}
