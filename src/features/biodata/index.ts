import type { AllTexts, Texts } from '#src/texts/texts.tsx'
import type { Choice, FieldName, Gender } from './fields.ts'
import { allChoices, districtsOf, isOrdered, leastOf } from './options.ts'

export {
  type BiodataForm,
  type Choice,
  type ChoiceFilter,
  type Columns,
  choiceFilters,
  contactFields,
  type DayField,
  type Entry,
  type Field,
  type FieldName,
  type FindChoice,
  type FindField,
  fieldNames,
  fields,
  filterFields,
  fromEntries,
  type Gender,
  heightParts,
  inputsOf,
  type OpenField,
  openFields,
  openFilters,
  openTexts,
  type RequiredField,
  requiredFields,
  type Section,
  searchedAges,
  sections,
} from './fields.ts'
export { allChoices, choices, districtsOf, liesIn, numbersIn } from './options.ts'
export { contactSchemas, formFields, openSchemas, wishFields, wishSecrecy } from './schemas.ts'
export {
  ends,
  type FullForm,
  importances,
  isCounted,
  isNumber,
  isShown,
  matters,
  type NumberWish,
  numbersOf,
  numberWishes,
  reversedIn,
  type SetWish,
  setWishes,
  type Wish,
  type WishColumns,
  type WishForm,
  type WishInput,
  type WishSecrecy,
  wishes,
  wishInputs,
  wishLimits,
  wishNames,
  wishOptions,
} from './wishes.ts'

export function formatOption(t: Texts | AllTexts, of: Choice, option: unknown) {
  const words: Partial<Record<Choice, Record<string, string>>> =
    'moreOptions' in t ? { ...t.options, ...t.moreOptions } : t.options
  return words[of]?.[String(option)] ?? String(option)
}

/** Some languages have a word for women and one for men. */
export function formatOptionOfPerson(t: AllTexts, of: Choice, option: unknown, gender: Gender) {
  const own: Partial<Record<string, string>> = t.biodata.ofGender[gender]
  return own[String(option)] ?? formatOption(t, of, option)
}

export const labelsOf = (t: AllTexts): Record<FieldName, string> => ({ ...t.browse.labels, ...t.biodata.labels })

export const optionsOf = (t: Texts | AllTexts, of: Choice, options: readonly string[] = allChoices[of]) =>
  options.map((value) => ({ value, label: formatOption(t, of, value) }))

export const groupedOptionsOf = (t: AllTexts, of: Choice) =>
  of === 'district'
    ? allChoices.division.map((division) => ({
        label: formatOption(t, 'division', division),
        options: optionsOf(t, of, districtsOf[division]),
      }))
    : optionsOf(t, of)

/** An option and all above it are said in one. */
export function formatOptions(t: AllTexts, of: Choice, options: readonly string[]) {
  const least = isOrdered(of) && leastOf(allChoices[of], options)
  return least ? [t.find.orMore(formatOption(t, of, least))] : options.map((option) => formatOption(t, of, option))
}
