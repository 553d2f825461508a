import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#src/platform/http/client.ts'
import { queriesOf } from '#src/platform/http/query.ts'
import { listUsers, makeAdmin } from '#src/users/admin-contract.ts'
import { checkPremium, lastPremiumApproval, listPremiumRequests, makeEachPremium, makePremium } from './contract.ts'

/** What to do once people became premium. A list of requests that is on the screen keeps its rows until opened again. */
function useForgetStale() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ ...queriesOf(listPremiumRequests), refetchType: 'none' }),
      client.invalidateQueries(queriesOf(lastPremiumApproval)),
      client.invalidateQueries(queriesOf(listUsers)),
      client.invalidateQueries(queriesOf(checkPremium)),
    ])
}

export const useMakePremium = () =>
  useMutation({ mutationFn: (id: string) => call(makePremium, { id }), onSuccess: useForgetStale() })

export const useMakeEachPremium = () =>
  useMutation({
    mutationFn: async (ids: string[]) => (await call(makeEachPremium, { ids })).results,
    onSuccess: useForgetStale(),
  })

export function useMakeAdmin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(makeAdmin, { id }),
    onSuccess: () => client.invalidateQueries(queriesOf(listUsers)),
  })
}
