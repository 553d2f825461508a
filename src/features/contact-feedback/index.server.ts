export { askDue, exportedOf, feedbackIsKept } from './queries.server.ts'
