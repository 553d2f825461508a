export { canBeCompared, isChoice, type Listed, listedIn, numberIn, soughtIn, usual, withoutField } from './filter.ts'
export {
  chipsOf,
  findLabelsOf,
  formatField,
  formatNumberOf,
  formatSought,
  formatWishes,
  plain,
  searchFor,
  unusual,
} from './words.ts'
