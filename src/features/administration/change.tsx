import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { longestReason } from '#src/features/admin-list/index.ts'
import { suspend } from '#src/features/users/admin-contract.ts'
import { call } from '#src/platform/http/client.ts'
import type { Endpoint, InputOf } from '#src/platform/http/contract.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import type { Button } from '#src/ui/button.tsx'
import { ReasonButton } from '#src/ui/dialogs/reason-dialog.tsx'

/** Changes something of a person, and tells how it went. What the page shows may be why it was refused. */
export function useChange<E extends Endpoint>(endpoint: E, toastText?: string, onDone?: () => void) {
  const t = useAdminTexts()
  const client = useQueryClient()
  return useAction((input: InputOf<E>) => call(endpoint, input), {
    toastText,
    onDone,
    refusals: t.person.problems,
    refuse() {
      void client.invalidateQueries()
      return false
    },
  })
}

type SuspendProps = ComponentProps<typeof Button> & { person: { id: string; name: string }; onDone?: () => void }

/** Asks for the words that the person reads, and suspends. */
export function SuspendButton({ person: { id, name }, onDone, ...button }: SuspendProps) {
  const t = useAdminTexts()
  const suspending = useChange(suspend, t.person.suspendedDone, onDone)
  return (
    <ReasonButton
      {...button}
      small
      question={{
        title: t.person.suspendTitle(name),
        label: t.judging.reads(name),
        longest: longestReason,
        confirmLabel: t.person.suspendConfirm,
        danger: true,
        hint: t.person.suspendHint,
      }}
      act={(reason) => suspending.mutate({ id, reason })}
    >
      {t.person.suspend}
    </ReasonButton>
  )
}
