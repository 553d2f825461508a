export { canBeCompared, isChoice, type Listed, listedIn, numberIn, soughtIn, usual, withoutField } from './filter.ts'
export {
  chipsOf,
  findLabelsOf,
  plain,
  sayField,
  sayNumberOf,
  saySought,
  sayWishes,
  searchFor,
  unusual,
} from './words.ts'
