export { Cards } from './biodata-card.tsx'
export { Folded, FoldedChecks, OptionChecks } from './option-checks.tsx'
