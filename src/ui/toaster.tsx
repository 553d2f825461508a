import { createContext, use, useState } from 'react'
import { Toaster as SonnerToaster, toast as sonner } from 'sonner'
import { CloseIcon } from './icons.tsx'
import type { ToastOptions } from './toast.tsx'

/* Loaded by toast.tsx at the first toast, so it only ever runs in a browser. */

const CloseLabel = createContext('')

export function show(kind: 'success' | 'error', text: string, { action, onClose }: ToastOptions) {
  let acted = false
  const gone = () => {
    if (!acted) onClose?.()
  }
  const id = sonner.custom(
    () => (
      <div className="toast" role={kind === 'error' ? 'alert' : 'status'}>
        <span className="flex-1 py-2">{text}</span>
        {action ? (
          <button
            type="button"
            className="px-2"
            onClick={(event) => {
              acted = true
              // Now, and not when the toast goes: sonner then gives the focus back to where it was before, wherever the
              // action has put it.
              event.currentTarget.blur()
              action.onClick()
              sonner.dismiss(id)
            }}
          >
            {action.label}
          </button>
        ) : (
          <CloseButton onClick={() => sonner.dismiss(id)} />
        )}
      </div>
    ),
    { onAutoClose: gone, onDismiss: gone },
  )
}

function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" aria-label={use(CloseLabel)} onClick={onClick}>
      <CloseIcon />
    </button>
  )
}

export function Toaster({ regionLabel, closeLabel }: { regionLabel: string; closeLabel: string }) {
  const [wide] = useState(() => matchMedia('(min-width: 40rem)').matches)
  return (
    <CloseLabel value={closeLabel}>
      <SonnerToaster
        position={wide ? 'top-right' : 'bottom-center'}
        offset={{ top: 76 }}
        duration={6000}
        containerAriaLabel={regionLabel}
      />
    </CloseLabel>
  )
}
