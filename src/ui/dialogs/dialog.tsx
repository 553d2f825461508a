import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
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
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel,
  onConfirm,
  danger,
  ...modal
}: Confirmation) {
  const t = useTexts()
  const id = useId()
  const { onClose } = modal
  return (
    <Modal {...modal} role="alertdialog" aria-labelledby={id} aria-describedby={`${id}-text`}>
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

export function AskingButton({
  question,
  act,
  ...button
}: Omit<ComponentProps<typeof Button>, 'onClick'> & {
  question: { title: string; text: ReactNode; confirmLabel?: string } | undefined
  act: () => void
}) {
  const t = useTexts()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button {...button} onClick={question ? () => setAsking(true) : act} />
      {question && (
        <ConfirmDialog
          open={isAsking}
          onClose={() => setAsking(false)}
          title={question.title}
          confirmLabel={question.confirmLabel ?? t.common.confirm}
          onConfirm={act}
        >
          {question.text}
        </ConfirmDialog>
      )}
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

/** A native modal makes the page inert, closes on Escape and gives the focus back to where it was. */
export function Modal({ open, children, ...rest }: ComponentProps<'dialog'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!open) dialog.current?.close()
    else if (!dialog.current?.open) dialog.current?.showModal()
  }, [open])
  return (
    <dialog ref={dialog} className="dialog" {...rest}>
      {open && children}
    </dialog>
  )
}
