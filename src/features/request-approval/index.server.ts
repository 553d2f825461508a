export { findRequests } from './queries.server.ts'
