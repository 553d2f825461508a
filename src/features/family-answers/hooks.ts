import { pagedQuery, query } from '#src/platform/http/client.ts'
import { listAsked, ownIntroduction, readAsked, waitingForMe } from './contract.ts'

export const asked = pagedQuery(listAsked, { limit: 25 })
export const askedBy = (id: string) => query(readAsked, { id })
export const waiting = query(waitingForMe, {})
/** Not asked again by itself: the answer would take away what is being typed. */
export const introductionTo = (bioDataId: number) => ({
  ...query(ownIntroduction, { bioDataId }),
  refetchInterval: false as const,
  refetchOnWindowFocus: false,
})
