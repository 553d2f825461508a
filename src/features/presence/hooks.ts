import { useSuspenseQuery } from '@tanstack/react-query'
import { useMember } from '#src/features/identity/hooks.ts'
import { call, query } from '#src/platform/http/client.ts'
import type { InputOf } from '#src/platform/http/contract.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { type ActionOptions, useAction } from '#src/ui/action.ts'
import { focusHeading } from '#src/ui/focus.ts'
import {
  type changeContactFor,
  type changeNameOnCards,
  type changePresence,
  type confirmStillRight,
  type forgetFaith,
  ownPresence,
} from './contract.ts'

export const presence = query(ownPresence, {})
export const usePresence = () => useSuspenseQuery(presence).data
export type OwnPresence = NonNullable<ReturnType<typeof usePresence>>

type Step =
  | typeof changePresence
  | typeof confirmStillRight
  | typeof forgetFaith
  | typeof changeContactFor
  | typeof changeNameOnCards

/** Of two presses, whatever they change, the second has to win: one step follows the other. */
export function useStep<E extends Step>(
  endpoint: E,
  toastText: string | ((input: Omit<InputOf<E>, 'email'>) => string),
  { onDone = focusHeading, refuse }: Pick<ActionOptions<never>, 'onDone' | 'refuse'> = {},
) {
  const t = useMemberTexts()
  const { email } = useMember()
  return useAction((input: Omit<InputOf<E>, 'email'>) => call<E>(endpoint, { ...input, email } as InputOf<E>), {
    toastText,
    onDone,
    ...(refuse && { refuse }),
    refusals: { 'guardian-needed': t.privacy.guardianNeeded },
    scope: { id: 'step' },
  })
}
