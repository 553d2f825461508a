import { undoSeconds } from '#src/platform/clock.ts'

/** How long a toast is there. */
export const toastMs = 6_000

/** How long one that offers `Undo` is there. */
export const undoToastMs = undoSeconds * 1000

export type ToastOptions = {
  /** A button instead of the closing cross, for instance to undo. */
  action?: { label: string; onClick: () => void }
  /** Milliseconds, where six seconds are not right. */
  duration?: number
}
