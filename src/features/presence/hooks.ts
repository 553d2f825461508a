import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMember } from '#src/features/identity/hooks.ts'
import { call } from '#src/platform/http/client.ts'
import type { InputOf } from '#src/platform/http/contract.ts'
import { query } from '#src/platform/http/query.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { focusHeading } from '#src/ui/focus.ts'
import { formatFailure } from '#src/ui/problems.tsx'
import { type changeContactFor, type changePresence, type forgetFaith, ownPresence } from './contract.ts'

export const presence = query(ownPresence, {})
export const usePresence = () => useSuspenseQuery(presence).data
export type OwnPresence = NonNullable<ReturnType<typeof usePresence>>

/** It may stand in any list, so every answer is asked for again. Then `focus`: what was pressed may be gone. */
export function useStep<E extends typeof changePresence | typeof forgetFaith | typeof changeContactFor>(
  endpoint: E,
  focus: () => void = focusHeading,
) {
  const t = useMemberTexts()
  const client = useQueryClient()
  const { email } = useMember()
  return useMutation({
    // One after the other, whatever they change: of two presses the second has to win.
    scope: { id: 'step' },
    mutationFn: ({ input }: { input: Omit<InputOf<E>, 'email'>; said: string }) =>
      call<E>(endpoint, { ...input, email } as InputOf<E>),
    async onSuccess(_, { said }) {
      toast.success(said)
      await client.invalidateQueries()
      focus()
    },
    onError: (error) => toast.error(formatFailure(t, error)),
  })
}
