import * as z from 'zod/mini'
import { latinDigits } from '#src/platform/digits.ts'

/** E.164 or undefined. Takes Bangladeshi forms, Bangla digits, unseen marks of a chat, and any number with + or 00. */
export function parsePhone(text: string): string | undefined {
  const compact = latinDigits(text)
    .replace(/[\s\p{Cf}\p{Pd}()[\].,/]/gu, '')
    .replace(/^00/, '+')
  const local = compact.match(/^(?:\+?880)?0?(1[3-9]\d{8})$/)
  if (local) return `+880${local[1]}`
  return /^\+(?!880)[1-9]\d{7,14}$/.test(compact) ? compact : undefined
}

export const Phone = z.string('must be a mobile number, like 01712 345678').check(
  z.overwrite((text) => parsePhone(text) ?? ''),
  z.regex(/^\+[1-9]\d{7,14}$/, 'must be a mobile number, like 01712 345678'),
)
