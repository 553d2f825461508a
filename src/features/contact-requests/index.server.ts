export { forwardingCause, giveBack, holdRequest, tellFamily } from './ends.server.ts'
export { forgetIntroduction, introductionOf, introductionsAreKept, writeIntroduction } from './introductions.server.ts'
export { feeBy, requireNotAnsweredLately, requireOwnBiodata } from './paying.server.ts'
export {
  answeringCall,
  askWithoutFee,
  findAsked,
  findRequest,
  type LiveStatus,
  lookByRequest,
  openedBy,
  phoneShown,
  requestStatusOf,
  waits,
} from './queries.server.ts'
export { unansweredExport } from './unanswered.server.ts'
