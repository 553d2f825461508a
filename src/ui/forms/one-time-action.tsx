import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { formatFailure } from '#src/ui/problems.tsx'

/** `label` names the row too and begins with `children`. A `question` comes under the button's own words. */
export function OneTimeAction({
  isDone,
  doneText,
  label,
  question,
  act,
  said,
  onDone,
  children,
}: {
  isDone: boolean
  doneText: string
  label: string
  question?: string
  act: () => Promise<unknown>
  said: string
  onDone?: () => void
  children: string
}) {
  const t = useMemberTexts()
  const [wasPressed, setPressed] = useState(false)
  const action = useMutation({ mutationFn: act })
  if (isDone || action.isSuccess) {
    return <DoneText ref={wasPressed ? restoreFocus : undefined}>{doneText}</DoneText>
  }
  const press = () => {
    setPressed(true)
    action.mutate(undefined, {
      onSuccess: () => {
        toast.success(said)
        onDone?.()
      },
      onError: (error) => toast.error(formatFailure(t, error)),
    })
  }
  return (
    <AskingButton
      small
      look="secondary"
      className="approve-button"
      busy={action.isPending}
      aria-label={label}
      question={question ? { title: children, text: question } : undefined}
      act={press}
    >
      {children}
    </AskingButton>
  )
}

export const DoneText = (rest: ComponentProps<'span'>) => (
  <span {...rest} tabIndex={-1} className="touch font-semibold text-ok" />
)
