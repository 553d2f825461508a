export const latinDigits = (text: string) =>
  text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - '০'.charCodeAt(0)))

/** A number that somebody typed, in whichever digits, if it lies within these limits. */
export function readNumber(typed: string, { least, most }: { least: number; most: number }) {
  const digits = latinDigits(typed)
  const number = /^\d{1,3}$/.test(digits) ? Number(digits) : Number.NaN
  return number >= least && number <= most ? number : undefined
}

// Not `toLocaleString`: its first use takes a cheap phone a tenth of a second, when a page comes alive.
// Not among the English words: members' texts would then need a file of their own.
export const inThousands = (n: number) => String(n).replace(/\B(?=(\d{3})+$)/g, ',')
