export { countUnanswered } from './queries.server.ts'
