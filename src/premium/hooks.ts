import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listUsers, makeAdmin } from '#src/accounts/users-contract.ts'
import { call } from '#src/platform/http/client.ts'
import { answersOf, askPages } from '#src/platform/http/query.ts'
import { checkPremium, listPremiumRequests, makePremium } from './contract.ts'

export const premiumRequests = askPages(listPremiumRequests, { limit: 25 })

/** Makes a user premium. A list of requests that is on the screen keeps its rows until it is opened again. */
export function useMakePremium() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(makePremium, { id }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ ...answersOf(listPremiumRequests), refetchType: 'none' }),
        client.invalidateQueries(answersOf(listUsers)),
        client.invalidateQueries(answersOf(checkPremium)),
      ]),
  })
}

export function useMakeAdmin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(makeAdmin, { id }),
    onSuccess: () => client.invalidateQueries(answersOf(listUsers)),
  })
}
