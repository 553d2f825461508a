export {
  type CardRow,
  cardColumns,
  columnsOf,
  type Excluded,
  findCard,
  findProfile,
  findSimilar,
  findWishes,
  formOf,
  saveBiodata,
  toCard,
  wishColumnsOf,
} from './queries.server.ts'
