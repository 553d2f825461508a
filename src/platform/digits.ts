/** Bangla digits as the Latin ones that numbers are made of; everything else stays. */
export const latinDigits = (text: string) =>
  text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - '০'.charCodeAt(0)))

/** A number that somebody typed, in whichever digits, if it lies within these limits. */
export function readNumber(typed: string, { least, most }: { least: number; most: number }) {
  const digits = latinDigits(typed)
  const number = /^\d{1,3}$/.test(digits) ? Number(digits) : Number.NaN
  return number >= least && number <= most ? number : undefined
}
