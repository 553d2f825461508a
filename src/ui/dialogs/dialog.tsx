import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { takesFocus } from '#src/ui/focus.ts'

interface DialogProps {
  open: boolean
  /** Asks the owner to set `open` to false: after Cancel, Escape, and right before `onConfirm`. */
  onClose: () => void
  title: string
  children: ReactNode
}

interface Confirmation extends DialogProps {
  confirmLabel: string
  cancelLabel?: string
  onConfirm: () => void
  danger?: boolean
}

/** A question before something that matters. Cancel has the focus first; Escape cancels, a click beside it does not. */
export function ConfirmDialog({ open, onClose, title, children, ...question }: Confirmation) {
  const { confirmLabel, cancelLabel, onConfirm, danger } = question
  const t = useTexts()
  const id = useId()
  return (
    <Modal open={open} onClose={onClose} role="alertdialog" aria-labelledby={id} aria-describedby={`${id}-text`}>
      <h2 id={id}>{title}</h2>
      <div id={`${id}-text`}>{children}</div>
      <div className="mt-6 flex justify-end gap-2.5">
        <Button ref={takesFocus} look="secondary" small onClick={onClose}>
          {cancelLabel ?? t.common.cancel}
        </Button>
        <Button
          look={danger ? 'danger' : 'primary'}
          small
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  )
}

interface Question {
  title: string
  text: ReactNode
  confirmLabel?: string
  danger?: boolean
}

/** `press` is for a button: it asks first, where there is a question. */
export function useQuestion(question: Question | undefined, act: () => void) {
  const t = useTexts()
  const [isAsking, setAsking] = useState(false)
  if (!question) return { press: act, dialog: null }
  const { text, confirmLabel = t.common.confirm, ...rest } = question
  const dialog = (
    <ConfirmDialog
      {...rest}
      confirmLabel={confirmLabel}
      open={isAsking}
      onClose={() => setAsking(false)}
      onConfirm={act}
    >
      {text}
    </ConfirmDialog>
  )
  return { press: () => setAsking(true), dialog }
}

type AskingProps = Omit<ComponentProps<typeof Button>, 'onClick'> & { question: Question | undefined; act: () => void }

export function AskingButton({ question, act, ...button }: AskingProps) {
  const { press, dialog } = useQuestion(question, act)
  return (
    <>
      <Button {...button} onClick={press} />
      {dialog}
    </>
  )
}

/** A form over the page. The focus starts on its heading; Escape closes it, a click beside it does not. */
export function FormDialog({ title, children, ...modal }: DialogProps) {
  const id = useId()
  return (
    <Modal {...modal} aria-labelledby={id}>
      <h2 ref={takesFocus} id={id} tabIndex={-1} className="wrap-anywhere outline-none">
        {title}
      </h2>
      {children}
    </Modal>
  )
}

type ButtonsProps = Pick<ComponentProps<typeof Button>, 'look' | 'busy'> & { submit: string; onCancel: () => void }

export function DialogButtons({ submit, onCancel, ...look }: ButtonsProps) {
  const t = useTexts()
  return (
    <div className="flex flex-wrap justify-end gap-2.5">
      <Button look="secondary" small onClick={onCancel}>
        {t.common.cancel}
      </Button>
      <Button type="submit" small {...look}>
        {submit}
      </Button>
    </div>
  )
}

/** React calls what it returns right before the dialog leaves the page: the focus then goes back to where it was. */
function showModal(dialog: HTMLDialogElement) {
  dialog.showModal()
  return () => dialog.close()
}

/** A native modal makes the page inert and closes on Escape. What it holds begins anew at each opening. */
export function Modal({ open, ...rest }: ComponentProps<'dialog'>) {
  return open && <dialog ref={showModal} className="dialog" {...rest} />
}
