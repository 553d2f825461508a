import { type ComponentProps, useId, useRef, useState } from 'react'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { Modal } from './dialog.tsx'

interface Question {
  title: string
  label: string
  longest: number
  /** One is chosen, and its words stand in the field, where they can be changed. */
  choices?: readonly { label: string; words: string }[]
  confirmLabel: string
  danger?: boolean
  hint: string
}

type ReasonProps = ComponentProps<typeof Button> & { question: Question; act: (reason: string) => void }

/** Asks for words before it acts. */
export function ReasonButton({ question, act, ...button }: ReasonProps) {
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button look="secondary" {...button} onClick={() => setAsking(true)} />
      <Modal open={isAsking} aria-labelledby={id} onClose={close}>
        <ReasonForm {...question} id={id} onClose={close} act={act} />
      </Modal>
    </>
  )
}

type FormProps = Question & { id: string; onClose: () => void; act: (reason: string) => void }

function ReasonForm({ id, title, label, longest, choices, confirmLabel, danger, hint, onClose, act }: FormProps) {
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
        act(reason.trim())
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
      <div className="text-md text-ink-2">{hint}</div>
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
