import { useQueryClient } from '@tanstack/react-query'
import { premiumRequests } from '#src/features/premium/contract.ts'
import { allRequests } from '#src/features/request-approval/contract.ts'
import { users } from '#src/features/users/admin-contract.ts'
import { codeOf } from '#src/platform/http/client.ts'
import { queriesOf, query } from '#src/platform/http/query.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { formatFailure } from '#src/ui/problems.tsx'
import { listActions, type PersonFacts, personFacts } from './contract.ts'

export const facts = (id: string) => query(personFacts, { id })
export type Part = { person: PersonFacts }

const stale = [personFacts, users.rows, premiumRequests.rows, allRequests.rows, listActions]

export function useChange() {
  const t = useAdminTexts()
  const client = useQueryClient()
  return async <R>(change: () => Promise<R>, said?: string) => {
    try {
      const result = await change()
      if (said) toast.success(said)
      return result
    } catch (error) {
      toast.error(t.person.problems[codeOf(error)] ?? formatFailure(t, error))
      return undefined
    } finally {
      await Promise.all(stale.map((endpoint) => client.invalidateQueries(queriesOf(endpoint))))
    }
  }
}
