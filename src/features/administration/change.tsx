import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { longestReason } from '#src/features/admin-list/index.ts'
import { suspend } from '#src/features/users/admin-contract.ts'
import { call, codeOf } from '#src/platform/http/client.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import type { Button } from '#src/ui/button.tsx'
import { ReasonButton } from '#src/ui/dialogs/reason-dialog.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { formatFailure } from '#src/ui/problems.tsx'

/** Makes a change and tells how it went. @returns what the server answered, undefined when it refused */
export function useChange() {
  const t = useAdminTexts()
  const client = useQueryClient()
  return async <R,>(make: () => Promise<R>, toastText?: string) => {
    try {
      const result = await make()
      if (toastText) toast.success(toastText)
      return result
    } catch (error) {
      toast.error(t.person.problems[codeOf(error)] ?? formatFailure(t, error))
      return undefined
    } finally {
      await client.invalidateQueries()
    }
  }
}

/** Asks for the words that the person reads, and suspends. */
export function SuspendButton({
  person: { id, name },
  change,
  ...button
}: ComponentProps<typeof Button> & {
  person: { id: string; name: string }
  change: (make: () => Promise<unknown>, toastText: string) => void
}) {
  const t = useAdminTexts()
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
      act={(reason) => change(() => call(suspend, { id, reason }), t.person.suspendedDone)}
    >
      {t.person.suspend}
    </ReasonButton>
  )
}
