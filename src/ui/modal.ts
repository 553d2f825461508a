import { type RefObject, useEffect, useRef } from 'react'

/**
 * Opens and closes a native `<dialog>` as a modal. It makes the page inert, closes on Escape and gives the focus back to
 * where it was.
 */
export function useModal(open: boolean, focusFirst: RefObject<HTMLElement | null>) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open && !dialog.current?.open) {
      dialog.current?.showModal()
      focusFirst.current?.focus()
    }
    if (!open) dialog.current?.close()
  }, [open, focusFirst])
  return dialog
}
