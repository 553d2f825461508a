import { type ComponentType, useEffect, useState } from 'react'
import { formatFailure } from '#src/ui/problems.tsx'
import type { ToastOptions } from './toaster.tsx'

const toastMs = 6_000

let mount: ((toaster: ComponentType) => void) | undefined
let isHere = false
let plain: ReturnType<typeof setTimeout> | undefined

/** @returns takes it away before its time; what no toaster shows has nothing to press and goes by itself */
async function show(kind: 'success' | 'error', text: string, options: ToastOptions = {}) {
  try {
    // Browsers remember a module that could not be fetched as missing, for as long as the page lives.
    if (!navigator.onLine && !isHere) throw new Error('offline')
    const toaster = await import('./toaster.tsx')
    isHere = true
    clearTimeout(plain)
    mount?.(toaster.Toaster)
    return toaster.show(kind, text, toastMs, options)
  } catch {
    // It must be said all the same.
    mount?.(() => (
      <p role={kind === 'error' ? 'alert' : 'status'} className="toast toast-plain">
        {text}
      </p>
    ))
    clearTimeout(plain)
    plain = setTimeout(() => mount?.(() => null), toastMs)
    return undefined
  }
}

const away = (shown: ReturnType<typeof show>) => () => void shown.then((dismiss) => dismiss?.())

/** For six seconds, longer while touched or hidden. Never the only record of an error. Each returns its dismissal. */
export const toast = {
  success: (text: string, options?: ToastOptions) => away(show('success', text, options)),
  error: (text: string, options?: ToastOptions) => away(show('error', text, options)),
  failed: (...failure: Parameters<typeof formatFailure>) => toast.error(formatFailure(...failure)),
  /** Loads the code before it is needed, for what only a toast can say: offline it could not be loaded. */
  prepare: () => void import('./toaster.tsx').catch(() => {}),
}

export function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType>()
  useEffect(() => {
    mount = (toaster) => setToaster(() => toaster)
    return () => {
      mount = undefined
    }
  }, [])
  return Toaster && <Toaster />
}
