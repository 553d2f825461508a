import { query } from '#src/platform/http/client.ts'
import { feedbackOn, openQuestions } from './contract.ts'

/** Not asked again by itself: the answer would take away what is being typed. */
export const feedbackQuestions = {
  ...query(openQuestions, {}),
  refetchInterval: false as const,
  refetchOnWindowFocus: false,
}
export const feedbackAbout = (id: string) => query(feedbackOn, { id })
