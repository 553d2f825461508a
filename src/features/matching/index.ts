import {
  type BiodataForm,
  type Choice,
  ends,
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
import type { Quoted, QuotedFit } from './contract.ts'

export const labelOf = (t: AllTexts, name: Wish) => {
  const { about } = wishes[name]
  return about === 'birth' ? t.card.age : labelsOf(t)[about]
}

/** In a sentence. */
export function formatWishNames(t: AllTexts, names: readonly Wish[]) {
  const words = names.map((name) => t.best.wishes[name])
  const last = words.pop()!
  return words.length > 0 ? t.best.and(words.join(', '), last) : last
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

export const formatWished = (t: AllTexts, name: Wish, { from, to, wished }: Pick<Quoted, 'from' | 'to' | 'wished'>) =>
  isNumber(name)
    ? t.whyYouTwo.range(formatValue(t, name, from!), formatValue(t, name, to!))
    : formatOptions(t, wishes[name].about, wished!).join(', ')

/** `Doctor, Engineer or Teacher`; empty for none. */
export function formatOneOf(t: AllTexts, of: Choice, options: readonly string[]) {
  const words = formatOptions(t, of, options)
  const last = words.pop() ?? ''
  return words.length > 0 ? t.searches.or(words.join(', '), last) : last
}

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

/** What somebody has not said does not differ. */
export const differingIn = (wishes: QuotedFit['wishes']) =>
  wishes.flatMap(({ name, yours }) => (yours?.verdict === 'close' || yours?.verdict === 'outside' ? name : []))
