import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMember } from '#src/features/identity/hooks.ts'
import { call } from '#src/platform/http/client.ts'
import { queriesOf } from '#src/platform/http/query.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { formatFailure } from '#src/ui/problems.tsx'
import { find, rememberSteps } from './contract.ts'

export function useRememberSteps() {
  const t = useMemberTexts()
  const client = useQueryClient()
  const { email } = useMember()
  const { mutate } = useMutation({
    // One after the other: of two presses the second has to win.
    scope: { id: 'steps' },
    mutationFn: (steps: number) => call(rememberSteps, { steps, email }),
    // This list was asked for by its address; others refetch once they are shown.
    onSuccess: () => client.invalidateQueries({ ...queriesOf(find), refetchType: 'none' }),
    onError: (error) => toast.error(formatFailure(t, error)),
  })
  return mutate
}
