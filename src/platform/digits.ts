/** Bangla digits as the Latin ones that numbers are made of; everything else stays. */
export const latinDigits = (text: string) =>
  text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - '০'.charCodeAt(0)))

/** A number that somebody typed, in whichever digits, if it lies within these limits. */
export function readNumber(typed: string, { least, most }: { least: number; most: number }) {
  const digits = latinDigits(typed)
  const number = /^\d{1,3}$/.test(digits) ? Number(digits) : Number.NaN
  return number >= least && number <= most ? number : undefined
}

/**
 * A whole number, from zero, in thousands: 1,234,567. Not `toLocaleString`: for the first number it takes a cheap phone a
 * tenth of a second, and that is when a page comes alive. Here and not among the words of English, of which members'
 * texts would need a file of their own then.
 */
export const inThousands = (n: number) => String(n).replace(/\B(?=(\d{3})+$)/g, ',')
