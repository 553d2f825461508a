import type { AllTexts } from '#src/platform/i18n/texts.tsx'
import { labelsOf } from '../words.ts'
import type { Missed } from './contract.ts'
import { type Wish, wishes } from './policy.ts'

/** What a wish is about. */
export const labelOf = (t: AllTexts, name: Wish) => {
  const { about } = wishes[name]
  return about === 'birth' ? t.biodata.age : labelsOf(t)[about]
}

/** What somebody has of it, or is wished: a number and its unit stay on one line. */
export function sayValue(t: AllTexts, name: Wish, value: number) {
  const { about } = wishes[name]
  if (about === 'birth') return t.format.digits(value)
  const words = about === 'height' ? t.biodata.heightInWords(Math.floor(value / 12), value % 12) : t.options.kg(value)
  return words.replaceAll(' ', '\u00a0')
}

/** By how much somebody misses a wish. */
export function sayMissed(t: AllTexts, { name, value, off }: Missed) {
  const { about } = wishes[name]
  const far = Math.abs(off)
  const units = { birth: t.best.years, height: t.best.inches, weight: t.options.kg }
  const say = off > 0 ? t.best.above : t.best.below
  return say(labelOf(t, name), sayValue(t, name, value), units[about](far).replaceAll(' ', '\u00a0'))
}
