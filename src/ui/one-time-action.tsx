import { useState } from 'react'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { Button } from './button.tsx'
import { ConfirmDialog } from './dialog.tsx'
import { restoreFocus } from './focus.ts'

/**
 * A button in a row that becomes a text once its work is done. `label` names the row too and begins with `children`.
 * With a `question` it asks before it works, under the button's own words.
 */
export function OneTimeAction({
  isDone,
  doneText,
  label,
  question,
  busy,
  onPress,
  children,
}: {
  isDone: boolean
  doneText: string
  label: string
  question?: string
  busy: boolean
  onPress: () => void
  children: string
}) {
  const t = useMemberTexts()
  const [wasPressed, setPressed] = useState(false)
  const [isAsking, setAsking] = useState(false)
  if (isDone) {
    return (
      <span
        ref={wasPressed ? restoreFocus : undefined}
        tabIndex={-1}
        className="inline-flex min-h-11 items-center font-semibold text-ok"
      >
        {doneText}
      </span>
    )
  }
  const press = () => {
    setPressed(true)
    onPress()
  }
  return (
    <>
      <Button
        small
        look="secondary"
        className="max-w-full sm:whitespace-nowrap"
        busy={busy}
        aria-label={label}
        onClick={question ? () => setAsking(true) : press}
      >
        {children}
      </Button>
      {question && (
        <ConfirmDialog
          open={isAsking}
          onClose={() => setAsking(false)}
          title={children}
          confirmLabel={t.common.confirm}
          cancelLabel={t.common.cancel}
          onConfirm={press}
        >
          {question}
        </ConfirmDialog>
      )}
    </>
  )
}
