export { mailLink } from './queries.server.ts'
