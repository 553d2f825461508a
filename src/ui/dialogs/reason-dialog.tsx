import { type ReactNode, useId, useRef, useState } from 'react'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { Modal } from './dialog.tsx'

interface Question {
  onClose: () => void
  title: string
  label: string
  longest: number
  /** One is chosen, and its words stand in the field, where they can be changed. */
  choices?: readonly { label: string; words: string }[]
  confirmLabel: string
  danger?: boolean
  onConfirm: (reason: string) => void
  children?: ReactNode
}

export function ReasonDialog({ open, ...question }: Question & { open: boolean }) {
  const id = useId()
  return (
    <Modal open={open} aria-labelledby={id} onClose={question.onClose}>
      <ReasonForm {...question} id={id} />
    </Modal>
  )
}

function ReasonForm({ id, title, label, longest, choices, children, ...question }: Question & { id: string }) {
  const { confirmLabel, danger, onClose, onConfirm } = question
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
