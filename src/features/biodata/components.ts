export { Cards } from './biodata-card.tsx'
export { NextStep } from './next-step.tsx'
export { Folded, FoldedChecks, OptionChecks } from './option-checks.tsx'
