import { daysBefore } from '#src/platform/clock.ts'
import { type Outcome, reportWithinDays, type UnansweredState } from './unanswered-contract.ts'

/** `firstSeenAt`: null for a look of this moment. */
export const isInTime = (firstSeenAt: Date | null, now: Date) =>
  firstSeenAt === null || firstSeenAt > daysBefore(now, reportWithinDays)

interface Standing {
  outcome: Outcome | null
  reportedAt: Date | null
  /** This person, by this request or another. */
  reportedBefore: boolean
  firstSeenAt: Date | null
}

/** What the asker of a request, whose number is shown or not, can say or has said of it. */
export function unansweredOf(
  { outcome, reportedAt, reportedBefore, firstSeenAt }: Standing,
  isShown: boolean,
  now: Date,
): UnansweredState | undefined {
  if (reportedAt) return outcome ?? 'open'
  return isShown && !reportedBefore && isInTime(firstSeenAt, now) ? 'may' : undefined
}
