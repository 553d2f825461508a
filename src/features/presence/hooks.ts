import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '#src/platform/http/client.ts'
import type { Endpoint, InputOf } from '#src/platform/http/contract.ts'
import { query } from '#src/platform/http/query.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { formatFailure } from '#src/ui/problems.tsx'
import { ownPresence } from './contract.ts'

export const presence = query(ownPresence, {})
export const usePresence = () => useSuspenseQuery(presence).data

interface Step<E extends Endpoint> {
  input: InputOf<E>
  said: string
  onDone?: (() => void) | undefined
}

/** It may stand in any list, so every answer is asked for again. Then `onDone`: what was pressed may be gone. */
export function useStep<E extends Endpoint>(endpoint: E) {
  const t = useMemberTexts()
  const client = useQueryClient()
  const change = useMutation({
    // One after the other, whatever they change: of two presses the second has to win.
    scope: { id: 'step' },
    mutationFn: ({ input }: Step<E>) => call(endpoint, input),
    async onSuccess(_, { said, onDone }) {
      toast.success(said)
      await client.invalidateQueries()
      onDone?.()
    },
    onError: (error) => toast.error(formatFailure(t, error)),
  })
  return {
    ...change,
    take: (input: InputOf<E>, said: string, onDone?: () => void) => change.mutate({ input, said, onDone }),
  }
}
