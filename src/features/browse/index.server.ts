export { countMatching, publishedCards } from './browse-queries.server.ts'
