/** How long a toast is there. */
export const toastMs = 6_000

export type ToastOptions = {
  /** A button instead of the closing cross, for instance to undo. */
  action?: { label: string; onClick: () => void }
  /** Milliseconds, where six seconds are not right. */
  duration?: number
  /** Called when the toast is gone, by itself or closed, unless the action was chosen. */
  onClose?: () => void
}
