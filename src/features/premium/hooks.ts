import { useQueryClient } from '@tanstack/react-query'
import { users } from '#src/features/users/admin-contract.ts'
import { call } from '#src/platform/http/client.ts'
import { queriesOf } from '#src/platform/http/query.ts'
import { checkPremium, lastPremiumApproval, makeEachPremium, makePremium, premiumRequests } from './contract.ts'

/** Makes people premium. A list of requests that is on the screen keeps its rows until opened again. */
export function useMakePremium() {
  const client = useQueryClient()
  const forgetStale = () =>
    Promise.all([
      client.invalidateQueries({ ...queriesOf(premiumRequests.rows), refetchType: 'none' }),
      ...[lastPremiumApproval, users.rows, checkPremium].map((stale) => client.invalidateQueries(queriesOf(stale))),
    ])
  return {
    makePremium: async (id: string) => {
      await call(makePremium, { id })
      await forgetStale()
    },
    makeEachPremium: async (ids: string[]) => {
      const { results } = await call(makeEachPremium, { ids })
      await forgetStale()
      return results
    },
  }
}
