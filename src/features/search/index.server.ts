export { nextBest, staleBefore } from './best.server.ts'
export { countMeeting } from './meeting.server.ts'
export { findCards, findNewCards, peopleOf } from './queries.server.ts'
export { markAllSeen, newerThanFor, newestNumber, otherGender, ownOf, recordVisit } from './visit.server.ts'
