import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { Modal } from './dialog.tsx'

interface Question {
  open: boolean
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

export function ReasonDialog({ open, title, label, longest, choices, children, ...question }: Question) {
  const t = useAdminTexts()
  const id = useId()
  const [isMissing, setMissing] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  function close() {
    setMissing(false)
    question.onClose()
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const reason = area.current!.value.trim()
    if (reason) {
      close()
      question.onConfirm(reason)
    } else {
      setMissing(true)
      area.current!.focus()
    }
  }
  return (
    <Modal open={open} aria-labelledby={id} onClose={close}>
      <form className="grid gap-3" noValidate onSubmit={onSubmit}>
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
                    area.current!.value = choice.words
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
          defaultValue={choices?.[0]?.words}
        />
        {children && <div className="text-md text-ink-2">{children}</div>}
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button look="secondary" small onClick={close}>
            {t.common.cancel}
          </Button>
          <Button type="submit" look={question.danger ? 'danger' : 'primary'} small>
            {question.confirmLabel}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
