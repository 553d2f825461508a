import { type BiodataForm, type Columns, type Field, type FieldName, fields, weights } from './fields.ts'
import { allChoices, numbersIn, searchedHeights } from './options.ts'

/** `tolerance`, in the field's unit: how far off meets a wish without a range. `wishes_of` has the same numbers. */
export const wishes = {
  partnerAge: { about: 'birth', weight: 4, tolerance: 3 },
  partnerHeight: { about: 'height', weight: 2, tolerance: 3 },
  partnerWeight: { about: 'weight', weight: 1, tolerance: 10 },
  partnerDivision: { about: 'division', weight: 2 },
  partnerDistrict: { about: 'district', weight: 3 },
  partnerOccupation: { about: 'occupation', weight: 2 },
  partnerMaritalStatus: { about: 'maritalStatus', weight: 3 },
  partnerChildren: { about: 'children', weight: 3 },
  partnerEducation: { about: 'education', weight: 2 },
  partnerReligion: { about: 'religion', weight: 4 },
  partnerPractice: { about: 'practice', weight: 2 },
} as const satisfies Record<string, { about: FieldName; weight: number; tolerance?: number }>
export type Wish = keyof typeof wishes
export const wishNames = Object.keys(wishes) as Wish[]

export type NumberWish = Wish & FieldName
export type SetWish = Exclude<Wish, NumberWish>
export const isNumber = (wish: Wish): wish is NumberWish => 'tolerance' in wishes[wish]
export const numberWishes = wishNames.filter(isNumber)
export const setWishes = wishNames.filter((wish): wish is SetWish => !isNumber(wish))

export const wishLimits: Record<NumberWish, { least: number; most: number }> = {
  partnerAge: fields.partnerAge as Field & { kind: 'number' },
  partnerHeight: searchedHeights,
  partnerWeight: { least: weights[0], most: weights[weights.length - 1]! },
}

/** What lists offer: inches, kilograms. */
export const numbersOf = { height: numbersIn(searchedHeights), weight: weights }

/** Unsaid is `nice`. */
export const importances = ['must', 'nice', 'any'] as const
type Importance = (typeof importances)[number]

export type WishColumns = { [W in NumberWish as `${W}${'From' | 'To'}`]: number | null } & {
  [W in SetWish]: NonNullable<Columns[(typeof wishes)[W]['about']]>[] | null
} & { [W in Wish as `${W}Matters`]: Importance | null }
export type WishInput = keyof WishColumns
export type WishForm = { [I in WishInput]?: NonNullable<WishColumns[I]> | undefined }
/** Wishes kept private; absent, it stays as it was, or they are shown. */
export interface WishSecrecy {
  partnerWishesPrivate?: boolean | undefined
}

/** Wishes that hint at a belief: only people who agreed to show their own show these. */
const beliefs: readonly Wish[] = ['partnerReligion', 'partnerPractice']
/** Whether others see a wish. `wishes_of` of migrations/0003-lists.sql says the same. */
export const isShown = (wish: Wish, { partnerWishesPrivate }: WishSecrecy, showsFaith: boolean) =>
  !partnerWishesPrivate && (showsFaith || !beliefs.includes(wish))

export const matters = (wish: Wish) => `${wish}Matters` as const
export const ends = (wish: NumberWish) => [`${wish}From`, `${wish}To`] as const
export const wishInputs = wishNames.flatMap((wish): WishInput[] => [
  matters(wish),
  ...(isNumber(wish) ? ends(wish) : [wish as SetWish]),
])

/** A range counts with both of its ends. */
export const isCounted = (wishes: WishForm, wish: Wish) =>
  wishes[matters(wish)] !== 'any' &&
  (isNumber(wish) ? ends(wish).every((end) => wishes[end] !== undefined) : !!wishes[wish as SetWish])

export const wishOptions = (wish: SetWish): readonly string[] => allChoices[wishes[wish].about]

export const reversedIn = (form: WishForm) =>
  numberWishes.find((wish) => {
    const [from, to] = ends(wish).map((end) => form[end])
    return from !== undefined && to !== undefined && from > to
  })

export type FullForm = BiodataForm & WishForm & WishSecrecy
