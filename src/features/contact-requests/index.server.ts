export { feeBy } from './paying.server.ts'
export { findAsked, findRequest, isStillOpen, type LiveStatus, requestStatusOf, waits } from './queries.server.ts'
