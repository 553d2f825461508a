import { pagedQuery, query } from '#src/platform/http/client.ts'
import { isPaid, listRequests, paymentOptions, usualWait } from './contract.ts'

export const ownRequests = pagedQuery(listRequests, { limit: 25, mine: 'true' })
export const usual = query(usualWait, {})
export const fee = query(paymentOptions, {})
/** Not asked again by itself: between the payment and its record the answer would take the form away. */
export const paidFor = (number: number) => ({
  ...query(isPaid, { bioDataId: number, userEmail: 'me' }),
  refetchInterval: false as const,
  refetchOnWindowFocus: false,
})
