import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useNavigationState } from '#src/platform/navigation/routing.tsx'
import { useTexts } from '#src/texts/texts.tsx'
import { CloseIcon } from '#src/ui/art/icons.ts'
import { IconButton } from '#src/ui/button.tsx'
import { takesFocus } from '#src/ui/focus.ts'

/** For a button: it opens the sheet of this id, also before and without any script. */
export const opens = (id: string) => ({ 'aria-haspopup': 'dialog' as const, command: 'show-modal', commandfor: id })
export const closes = (id: string) => ({ command: 'close', commandfor: id })

/** The header's sheet in which members search by number. */
export const numberSheet = 'by-number'

interface SheetProps {
  id: string
  title: string
  /** Whether a field in it takes the focus. */
  hasFocus?: boolean
  children: ReactNode
}

/** The focus starts on its heading, or in its field. Escape, the cross, a click beside it and leaving the page close it. */
export function Sheet({ id, title, hasFocus, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  const { wanted } = useNavigationState()
  const goingTo = useRef(wanted.key)
  useEffect(() => {
    // Not when the page comes alive, nor when one arrives that was on its way: it may have been opened before.
    if (goingTo.current !== wanted.key) dialog.current?.close()
    goingTo.current = wanted.key
  }, [wanted.key])
  useEffect(() => {
    if ('command' in HTMLButtonElement.prototype) return
    // Browsers of before 2026.
    const obey = ({ target }: MouseEvent) => {
      const command = (target as Element).closest(`[commandfor=${id}]`)?.getAttribute('command')
      if (command === 'close') dialog.current?.close()
      else if (command) dialog.current?.showModal()
    }
    addEventListener('click', obey)
    return () => removeEventListener('click', obey)
  }, [id])
  return (
    <dialog ref={dialog} id={id} className="sheet" aria-labelledby={headingId} closedby="any">
      <div className="sheet-column sheet-body">
        <div className="flex items-center justify-between">
          <h2 ref={hasFocus ? undefined : takesFocus} id={headingId} tabIndex={-1} className="text-h3">
            {title}
          </h2>
          <IconButton label={useTexts().common.close} {...closes(id)}>
            <CloseIcon />
          </IconButton>
        </div>
        {children}
      </div>
    </dialog>
  )
}
