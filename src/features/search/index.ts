export {
  canBeCompared,
  isChoice,
  type Listed,
  listedIn,
  numberIn,
  onlyNew,
  soughtIn,
  usual,
  withoutField,
} from './filter.ts'
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
