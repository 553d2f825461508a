export {
  doEach,
  keyset,
  lastApprovedAt,
  mountAction,
  mountList,
  mountPages,
  personOf,
  type SortKey,
  stated,
} from './lists.server.ts'
export { isFound, matching, narrowing, readSearch } from './search.server.ts'
