export { BiodataCard, cardGrid } from './biodata-card.tsx'
export { Folded, OptionChecks } from './option-checks.tsx'
