export { countMatching } from './browse-queries.server.ts'
export type { Census } from './census.server.ts'
