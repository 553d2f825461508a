export { OperatorDetails } from './operator-details.tsx'
