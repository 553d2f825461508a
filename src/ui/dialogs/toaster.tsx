import { useEffect } from 'react'
import { Toaster as SonnerToaster, toast as sonner } from 'sonner'
import { undoSeconds } from '#src/platform/clock.ts'
import { Link, useLocation } from '#src/platform/navigation/routing.tsx'
import { useTexts } from '#src/texts/texts.tsx'
import { AlertIcon, CloseIcon, DoneIcon } from '#src/ui/art/icons.ts'

/* Loaded by toast.tsx at the first toast, so it only ever runs in a browser. */

export interface ToastOptions {
  action?: { label: string; onClick: () => void }
  /** Leads to what the text speaks of. */
  link?: { label: string; to: string } | undefined
  /** Milliseconds, where the usual ones are not right. */
  duration?: number
  /** An error that leads to another page and is read there. */
  isReadNext?: true
}

/** Successes that say something and lead nowhere. */
const shownNews = new Map<string | number, number>()
const shownErrors = new Map<string | number, number>()
/** Two toasts of one result appear together: the second does not replace the first. */
const sameResultMs = 1_000

function dismissEarlier(shown: Map<string | number, number>) {
  for (const [id, shownAt] of shown) {
    if (performance.now() - shownAt < sameResultMs) continue
    sonner.dismiss(id)
    shown.delete(id)
  }
}

/** Nobody writes under a toast: on a phone it lies over fields. */
function makeRoom({ target }: FocusEvent) {
  if (target instanceof Element && target.matches('input, select, textarea')) dismissEarlier(shownNews)
}

export function show(kind: 'success' | 'error', text: string, usualMs: number, options: ToastOptions) {
  const { action, link, duration, isReadNext } = options
  if (kind === 'success') dismissEarlier(shownErrors)
  const id = sonner.custom(
    () => (
      <div className="toast" role={kind === 'error' ? 'alert' : 'status'}>
        {kind === 'error' ? <AlertIcon /> : <DoneIcon />}
        <span className="flex-1 py-2">{text}</span>
        {action && (
          <button
            type="button"
            className="toast-button"
            onClick={(event) => {
              // Not when the toast goes: sonner then takes the focus back from where the action has put it.
              event.currentTarget.blur()
              action.onClick()
              sonner.dismiss(id)
            }}
          >
            {action.label}
          </button>
        )}
        {link && (
          <Link to={link.to} className="toast-button" onClick={() => sonner.dismiss(id)}>
            {link.label}
          </Link>
        )}
        {!action && !link && <CloseButton onClick={() => sonner.dismiss(id)} />}
      </div>
    ),
    { duration: duration ?? (action ? undoSeconds * 1000 : usualMs) },
  )
  if (kind === 'error' && !isReadNext) shownErrors.set(id, performance.now())
  if (kind === 'success' && !action && !link) shownNews.set(id, performance.now())
  return () => void sonner.dismiss(id)
}

function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" aria-label={useTexts().common.close} onClick={onClick}>
      <CloseIcon />
    </button>
  )
}

/** Above --bottom-bar, so that it never covers the header; at the left of a wide screen, where least is to press. */
export function Toaster() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an error is about the page on which it appeared
  useEffect(() => dismissEarlier(shownErrors), [pathname])
  useEffect(() => {
    addEventListener('focusin', makeRoom)
    return () => removeEventListener('focusin', makeRoom)
  }, [])
  return (
    <SonnerToaster
      position="bottom-left"
      offset={{ bottom: 'calc(24px + var(--bottom-bar))' }}
      mobileOffset={{ bottom: 'calc(16px + var(--bottom-bar))' }}
      containerAriaLabel={useTexts().common.notifications}
    />
  )
}
