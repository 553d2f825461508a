export { columnsOf, formOf, wishColumnsOf } from './columns.server.ts'
export {
  type CardRow,
  cardColumns,
  type Excluded,
  findCard,
  findOwner,
  findProfile,
  findSimilar,
  findWishes,
  saveBiodata,
  toCard,
} from './queries.server.ts'
