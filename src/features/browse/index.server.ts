export { countByGender, countMatching, publishedCards } from './browse-queries.server.ts'
export type { BirthYearCounts } from './census.server.ts'
