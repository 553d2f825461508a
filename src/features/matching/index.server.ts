export { fitOf, fitsOf, missedBy, summaryOf, unquoted } from './queries.server.ts'
export {
  bothWays,
  closeness,
  had,
  isMet,
  isMust,
  isWished,
  type Side,
  share,
  shareOfMusts,
  sideOf,
  wholeShare,
  wishOf,
} from './rule.server.ts'
