import { type ReactNode, useId, useRef, useState } from 'react'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { useModal } from './dialog.tsx'

/** With `choices` one is chosen, and its words stand in the field, where they can be changed. */
export function ReasonDialog({
  open,
  onClose,
  title,
  label,
  longest,
  choices,
  confirmLabel,
  danger = false,
  onConfirm,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  label: string
  longest: number
  choices?: readonly { label: string; words: string }[]
  confirmLabel: string
  danger?: boolean
  onConfirm: (reason: string) => void
  children?: ReactNode
}) {
  const dialog = useModal(open)
  const id = useId()
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose}>
      {open && (
        <ReasonForm {...{ title, label, longest, choices, confirmLabel, danger, onClose, onConfirm, id, children }} />
      )}
    </dialog>
  )
}

function ReasonForm({
  id,
  title,
  label,
  longest,
  choices,
  confirmLabel,
  danger,
  onClose,
  onConfirm,
  children,
}: Omit<Parameters<typeof ReasonDialog>[0], 'open'> & { id: string }) {
  const t = useAdminTexts()
  const [reason, setReason] = useState(choices?.[0]?.words ?? '')
  const [isMissing, setMissing] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (reason.trim() === '') {
          setMissing(true)
          area.current?.focus()
          return
        }
        onClose()
        onConfirm(reason.trim())
      }}
    >
      <h2 id={id}>{title}</h2>
      {choices && (
        <fieldset className="grid">
          <legend className="sr-only">{title}</legend>
          {choices.map((choice, place) => (
            <label key={choice.label} className="check">
              <input
                type="radio"
                name="choice"
                defaultChecked={place === 0}
                onChange={() => {
                  setReason(choice.words)
                  setMissing(false)
                }}
              />
              <span>{choice.label}</span>
            </label>
          ))}
        </fieldset>
      )}
      <TextAreaField
        ref={area}
        label={label}
        error={isMissing ? t.judging.reasonMissing : undefined}
        rows={4}
        maxLength={longest}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {children && <div className="text-md text-ink-2">{children}</div>}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button look="secondary" small onClick={onClose}>
          {t.common.cancel}
        </Button>
        <Button type="submit" look={danger ? 'danger' : 'primary'} small>
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}
