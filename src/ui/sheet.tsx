import { type ReactNode, useId, useRef } from 'react'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'
import { useModal } from './modal.ts'

/**
 * A panel that comes up from the bottom of a phone and stands in the middle of a wide screen. The focus starts on its
 * heading; Escape, the cross and a click beside it close it.
 */
export function Sheet({
  open,
  onClose,
  title,
  closeLabel,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  closeLabel: string
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const dialog = useModal(open, heading)
  const id = useId()
  return (
    <dialog ref={dialog} className="sheet" aria-labelledby={id} onClose={onClose} closedby="any">
      {open && (
        <div className="grid gap-4.5 px-4 pt-2 sm:px-6 sm:pt-4">
          <span className="h-1 w-10 justify-self-center rounded-full bg-line sm:hidden" />
          <div className="flex items-center justify-between">
            <h2 ref={heading} id={id} tabIndex={-1} className="text-h3">
              {title}
            </h2>
            <IconButton label={closeLabel} onClick={onClose}>
              <CloseIcon />
            </IconButton>
          </div>
          {children}
          <div className="pb-4" />
        </div>
      )}
    </dialog>
  )
}
