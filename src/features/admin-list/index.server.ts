export { keyset, type SortKey } from './keyset.server.ts'
export { doEach, lastApprovedAt, mountAction, mountList } from './lists.server.ts'
export { isFound, matching, narrowing, readSearch } from './search.server.ts'
