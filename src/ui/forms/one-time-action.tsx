import { useMutation } from '@tanstack/react-query'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { restoreFocus } from '#src/ui/focus.ts'

interface ActionProps {
  isDone: boolean
  doneText: string
  /** Names the row too and begins with `children`. */
  label: string
  /** Comes under the button's own words. */
  question?: string
  act: () => Promise<unknown>
  /** Without it the owner says how it went, and keeps `isDone`, which may end again. */
  toastText?: string
  onDone?: () => void
  children: string
}

export function OneTimeAction({ isDone, doneText, label, question, act, toastText, onDone, children }: ActionProps) {
  const t = useMemberTexts()
  const action = useMutation({
    mutationFn: act,
    onSuccess() {
      if (toastText) toast.success(toastText)
      onDone?.()
    },
    onError: (error) => toast.failed(t, error),
  })
  const ref = action.isIdle ? undefined : restoreFocus
  if (isDone || (toastText && action.isSuccess))
    return (
      <span ref={ref} tabIndex={-1} className="touch font-semibold text-ok">
        {doneText}
      </span>
    )
  return (
    <AskingButton
      ref={ref}
      small
      look="secondary"
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
