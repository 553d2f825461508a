export { findNewCards } from './news.server.ts'
export { type BornIn, findCards, peopleOf } from './queries.server.ts'
export { hasNewer, look, newerThanFor, newestNumber, otherGender, ownOf, seeAll } from './visit.server.ts'
