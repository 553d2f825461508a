import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { takeLostFocus } from './focus.ts'

/** A button in a row that becomes a text once its work is done. `label` names the row too and begins with `children`. */
export function OneTimeAction({
  isDone,
  doneText,
  label,
  busy,
  onPress,
  children,
}: {
  isDone: boolean
  doneText: string
  label: string
  busy: boolean
  onPress: () => void
  children: ReactNode
}) {
  const [wasPressed, setPressed] = useState(false)
  if (isDone) {
    return (
      <span
        ref={wasPressed ? takeLostFocus : undefined}
        tabIndex={-1}
        className="inline-flex min-h-11 items-center font-semibold text-ok"
      >
        {doneText}
      </span>
    )
  }
  return (
    <Button
      small
      look="secondary"
      busy={busy}
      aria-label={label}
      onClick={() => {
        setPressed(true)
        onPress()
      }}
    >
      {children}
    </Button>
  )
}
