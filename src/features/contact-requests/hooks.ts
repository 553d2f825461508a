import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#src/platform/http/client.ts'
import { pagedQuery, queriesOf, query } from '#src/platform/http/query.ts'
import { deleteRequest, isPaid, listRequests, paymentOptions, restoreRequest, usualWait } from './contract.ts'

export const ownRequests = pagedQuery(listRequests, { limit: 25, mine: 'true' })
export const usual = query(usualWait, {})
export const fee = query(paymentOptions, {})
/** Not asked again by itself: between the payment and its record the answer would take the form away. */
export const paidFor = (number: number) => ({
  ...query(isPaid, { bioDataId: number, userEmail: 'me' }),
  refetchInterval: false as const,
  refetchOnWindowFocus: false,
})

export function useDeleteRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteRequest, { id }),
    onSuccess: () => client.invalidateQueries(queriesOf(listRequests)),
  })
}

export function useRestoreRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(restoreRequest, { id }),
    // Not waited for: the person who restored it wants to know before the row is back, to give it the focus.
    onSuccess: () => void client.invalidateQueries(queriesOf(listRequests)),
  })
}
