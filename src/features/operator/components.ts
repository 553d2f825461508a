export { OperatorDetails } from './operator-details.tsx'
export { isReached } from './reached.ts'
