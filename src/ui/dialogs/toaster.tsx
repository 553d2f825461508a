import { createContext, use } from 'react'
import { Toaster as SonnerToaster, toast as sonner } from 'sonner'
import { AlertIcon, CloseIcon, DoneIcon } from '#src/ui/art/icons.ts'
import { type ToastOptions, toastMs, undoToastMs } from './toast-options.ts'

/* Loaded by toast.tsx at the first toast, so it only ever runs in a browser. */

const CloseLabel = createContext('')

export function show(
  kind: 'success' | 'error',
  text: string,
  { action, duration = action ? undoToastMs : toastMs }: ToastOptions,
) {
  const id = sonner.custom(
    () => (
      <div className="toast" role={kind === 'error' ? 'alert' : 'status'}>
        {kind === 'error' ? <AlertIcon /> : <DoneIcon />}
        <span className="flex-1 py-2">{text}</span>
        {action ? (
          <button
            type="button"
            className="px-2"
            onClick={(event) => {
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
    { duration },
  )
  return () => void sonner.dismiss(id)
}

function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" aria-label={use(CloseLabel)} onClick={onClick}>
      <CloseIcon />
    </button>
  )
}

/**
 * At the bottom, above whatever stands there (--bottom-bar): the header and its buttons are never covered, with or
 * without anything above it. On a wide screen at the left, where a page has least to press.
 */
export function Toaster({ regionLabel, closeLabel }: { regionLabel: string; closeLabel: string }) {
  return (
    <CloseLabel value={closeLabel}>
      <SonnerToaster
        position="bottom-left"
        offset={{ bottom: 'calc(24px + var(--bottom-bar))' }}
        mobileOffset={{ bottom: 'calc(16px + var(--bottom-bar))' }}
        duration={toastMs}
        containerAriaLabel={regionLabel}
      />
    </CloseLabel>
  )
}
