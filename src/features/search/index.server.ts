export { findNewCards } from './news.server.ts'
export { type BornIn, findCards, peopleOf } from './queries.server.ts'
export { hasNewer, markAllSeen, newerThanFor, newestNumber, otherGender, ownOf, recordVisit } from './visit.server.ts'
