export { Cards } from './biodata-card.tsx'
export { Folded, OptionChecks } from './option-checks.tsx'
