import { type ComponentProps, type FormEvent, useId, useRef, useState } from 'react'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { DialogButtons, Modal } from './dialog.tsx'

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

export function ReasonButton({ question, act, ...button }: ReasonProps) {
  const t = useAdminTexts()
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  function close() {
    setMissing(false)
    setAsking(false)
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const reason = area.current!.value.trim()
    if (reason) {
      close()
      act(reason)
    } else {
      setMissing(true)
      area.current!.focus()
    }
  }
  return (
    <>
      <Button look="secondary" {...button} onClick={() => setAsking(true)} />
      <Modal open={isAsking} aria-labelledby={id} onClose={close}>
        <form className="grid gap-3" noValidate onSubmit={onSubmit}>
          <h2 id={id}>{question.title}</h2>
          {question.choices && (
            <fieldset className="grid">
              <legend className="sr-only">{question.title}</legend>
              {question.choices.map((choice, place) => (
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
            label={question.label}
            error={isMissing ? t.judging.reasonMissing : undefined}
            rows={4}
            maxLength={question.longest}
            defaultValue={question.choices?.[0]?.words}
          />
          <div className="text-md text-ink-2">{question.hint}</div>
          <DialogButtons
            submit={question.confirmLabel}
            look={question.danger ? 'danger' : 'primary'}
            onCancel={close}
          />
        </form>
      </Modal>
    </>
  )
}
