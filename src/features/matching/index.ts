import {
  type BiodataForm,
  ends,
  formatOption,
  formatOptions,
  isNumber,
  labelsOf,
  matters,
  type NumberWish,
  type Wish,
  type WishForm,
  wishes,
  wishLimits,
} from '#src/features/biodata/index.ts'
import { inchesOf } from '#src/features/biodata/policy.ts'
import type { AllTexts } from '#src/texts/texts.tsx'
import type { Missed, Quoted } from './contract.ts'

export const labelOf = (t: AllTexts, name: Wish) => {
  const { about } = wishes[name]
  return about === 'birth' ? t.card.age : labelsOf(t)[about]
}

export function labelOfWish(t: AllTexts, name: Wish) {
  const plural: Partial<Record<Wish, string>> = {
    partnerDivision: t.wishes.divisions,
    partnerDistrict: t.wishes.districts,
    partnerOccupation: t.wishes.occupations,
  }
  return plural[name] ?? labelOf(t, name)
}

/** Years, inches or kilograms. A number and its unit stay on one line. */
export function formatNumber(t: AllTexts, about: 'birth' | 'height' | 'weight', n: number) {
  if (about === 'birth') return t.format.digits(n)
  const words = about === 'height' ? t.biodata.heightInWords(Math.floor(n / 12), n % 12) : t.biodata.kg(n)
  return words.replaceAll(' ', '\u00a0')
}

export const formatValue = (t: AllTexts, name: NumberWish, value: number) => formatNumber(t, wishes[name].about, value)

/** A range, or options. */
export const formatWished = (t: AllTexts, name: Wish, { from, to, wished }: Pick<Quoted, 'from' | 'to' | 'wished'>) =>
  isNumber(name)
    ? t.whyYouTwo.range(formatValue(t, name, from!), formatValue(t, name, to!))
    : formatOptions(t, wishes[name].about, wished!).join(', ')

export function formatWish(t: AllTexts, name: Wish, stated: WishForm & WishNumbers): string[] {
  const importance = stated[matters(name)]
  const matter = importance && importance !== 'nice' ? [t.wishes.importances[importance]] : []
  if (!isNumber(name)) {
    const wished = stated[name]
    return wished ? [formatWished(t, name, { wished }), ...matter] : []
  }
  const [from, to] = ends(name).map((end) => stated[end])
  if (from === undefined && to === undefined) return matter
  const { tolerance } = wishes[name]
  const wanted = name === 'partnerHeight' ? inchesOf(stated.partnerFeet, stated.partnerInch) : stated[name]
  const least = Math.max(wishLimits[name].least, Math.min(wanted, from ?? wanted - tolerance))
  const most = Math.max(wanted, to ?? wanted + tolerance)
  return [formatWished(t, name, { from: least, to: most }), ...matter]
}

type WishNumbers = Pick<BiodataForm, 'partnerAge' | 'partnerFeet' | 'partnerInch' | 'partnerWeight'>

const units = (t: AllTexts) => ({ birth: t.best.years, height: t.options.inch, weight: t.biodata.kg })
const formatOff = (t: AllTexts, name: NumberWish, off: number) =>
  units(t)[wishes[name].about](off).replaceAll(' ', '\u00a0')

export function formatMissed(t: AllTexts, { name, value = 0, off = 0, has }: Missed) {
  const label = labelOf(t, name)
  if (!isNumber(name))
    return has ? t.actions.named(label, formatOption(t, wishes[name].about, has)) : t.best.unstated(label)
  const say = off > 0 ? t.best.above : t.best.below
  return say(label, formatValue(t, name, value), formatOff(t, name, Math.abs(off)))
}
