import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ActionOptions, useAction } from '#src/ui/action.ts'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { restoreFocus } from '#src/ui/focus.ts'

interface ActionProps extends Pick<ActionOptions<void>, 'stale' | 'onDone'> {
  isDone: boolean
  doneText: ReactNode
  /** Names the row too and begins with `children`. */
  label: string
  question?: string
  act: () => Promise<unknown>
  /** Without it the owner says how it went, and keeps `isDone`, which may end again. */
  toastText?: string
  look?: 'primary' | 'secondary' | 'quiet'
  children: string
}

/** Rows keep their place: what is on the screen is asked for again when it is opened again, `stale` at once. */
export function OneTimeAction({
  isDone,
  doneText,
  label,
  question,
  act,
  look = 'secondary',
  children,
  ...options
}: ActionProps) {
  const client = useQueryClient()
  async function actOnce() {
    await act()
    await client.invalidateQueries({ refetchType: 'none' })
  }
  const action = useAction(actOnce, { stale: [], ...options })
  const ref = action.isIdle ? undefined : restoreFocus
  if (isDone || (options.toastText && action.isSuccess))
    return (
      <span ref={ref} tabIndex={-1} className="touch font-semibold text-ok">
        {doneText}
      </span>
    )
  return (
    <AskingButton
      ref={ref}
      small
      look={look}
      className="approve-button"
      busy={action.isPending}
      aria-label={label}
      question={question ? { title: children, text: question } : undefined}
      act={action.mutate}
    >
      {children}
    </AskingButton>
  )
}
