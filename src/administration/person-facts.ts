import { useQueryClient } from '@tanstack/react-query'
import { queriesOf, query } from '#src/platform/http/query.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { sayFailure } from '#src/ui/problems.tsx'
import { toast } from '#src/ui/toast.tsx'
import { type PersonFacts, personFacts } from './contract.ts'

export const facts = (id: string) => query(personFacts, { id })
/** What each part of the page shows a side of. */
export type Part = { person: PersonFacts }

/** Runs what was decided, says how it ended, and asks for the person anew. */
export function useChange(id: string) {
  const t = useMemberTexts()
  const client = useQueryClient()
  return async <R>(change: () => Promise<R>, said?: string) => {
    try {
      const result = await change()
      if (said) toast.success(said)
      return result
    } catch (error) {
      toast.error(sayFailure(t, error))
      return undefined
    } finally {
      await client.invalidateQueries({ queryKey: facts(id).queryKey })
      await client.invalidateQueries(queriesOf(personFacts))
    }
  }
}
