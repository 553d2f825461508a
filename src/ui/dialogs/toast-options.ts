import { undoSeconds } from '#src/platform/clock.ts'

export const toastMs = 6_000

export const undoToastMs = undoSeconds * 1000

export type ToastOptions = {
  action?: { label: string; onClick: () => void }
  /** Milliseconds, where six seconds are not right. */
  duration?: number
}
