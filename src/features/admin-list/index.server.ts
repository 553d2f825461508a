export { doEach, lastApprovedAt, mountAction, mountList, personOf } from './lists.server.ts'
export { isFound, matching, narrowing, readSearch } from './search.server.ts'
