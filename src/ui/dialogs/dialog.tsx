import { type ComponentProps, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'

/** A question before something that matters. Cancel has the focus first; Escape cancels, a click beside it does not. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  confirmLabel,
  cancelLabel,
  onConfirm,
  danger = false,
}: {
  open: boolean
  /** Asks the owner to set `open` to false: after Cancel, Escape, and right before `onConfirm`. */
  onClose: () => void
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  onConfirm: () => void
  danger?: boolean
}) {
  const t = useTexts()
  const cancel = useRef<HTMLButtonElement>(null)
  const dialog = useModal(open, cancel)
  const id = useId()
  return (
    <dialog
      ref={dialog}
      className="dialog"
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onClose={onClose}
    >
      {open && (
        <>
          <h2 id={id}>{title}</h2>
          <div id={`${id}-text`}>{children}</div>
          <div className="mt-6 flex justify-end gap-2.5">
            <Button ref={cancel} look="secondary" small onClick={onClose}>
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
        </>
      )}
    </dialog>
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
export function FormDialog({
  open,
  onClose,
  title,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const dialog = useModal(open, heading)
  const id = useId()
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose}>
      {open && (
        <>
          <h2 ref={heading} id={id} tabIndex={-1} className="wrap-anywhere outline-none">
            {title}
          </h2>
          {children}
        </>
      )}
    </dialog>
  )
}

/** A native modal makes the page inert, closes on Escape and gives the focus back to where it was. */
export function useModal(open: boolean, focusFirst?: RefObject<HTMLElement | null>) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open && !dialog.current?.open) {
      dialog.current?.showModal()
      // Otherwise the browser's choice: the first control.
      focusFirst?.current?.focus()
    }
    if (!open) dialog.current?.close()
  }, [open, focusFirst])
  return dialog
}
