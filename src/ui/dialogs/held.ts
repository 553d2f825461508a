import { undoSeconds } from '#src/platform/clock.ts'
import { toast } from './toast.tsx'

const undoMs = undoSeconds * 1000

interface Decision {
  toastText: string
  leftMs: number
  texts: { undo: string; tooLate: string }
  /** Absent once the change is sent. */
  send?: (isLeaving: boolean) => Promise<unknown>
  onTakenBack: (byKey: boolean) => void
}

/** The oldest first. */
let decided: readonly { takeBack: (byKey: boolean) => void; send: () => unknown }[] = []

/** Takes back the last decision only. Once that is too late it says so: nobody who presses a key means an older one. */
export const undoLast = () => decided.at(-1)?.takeBack(true)

/** Sends what waits. Call it before the session that it needs ends. */
export const sendHeld = () => Promise.all(decided.map(({ send }) => send()))

/** Offers to take a decision back for `leftMs`. Leaving the page tells `send` that all must go out at once. */
function decide({ toastText, leftMs, texts, send, onTakenBack }: Decision) {
  let state: 'waits' | 'sent' | 'taken back' | 'failed' = 'waits'
  const listening = new AbortController()
  function end(as: 'sent' | 'taken back') {
    if (state !== 'waits') return false
    state = as
    clearTimeout(timer)
    listening.abort()
    // A toast that somebody points at, or that was hidden, stays longer than its time: it would offer what it cannot do.
    dismiss()
    return true
  }
  async function go(isLeaving: boolean) {
    if (end('sent'))
      await send?.(isLeaving).catch(() => {
        state = 'failed'
      })
  }
  const held = {
    send: () => send && go(false),
    takeBack(byKey: boolean) {
      if (end('taken back')) {
        decided = decided.filter((other) => other !== held)
        onTakenBack(byKey)
      } else if (state === 'sent') toast.error(texts.tooLate)
    },
  }
  const timer = setTimeout(go, leftMs, false)
  if (send) {
    const leave = () => void go(true)
    const { signal } = listening
    // The next page may come with another session, and the page hides only then.
    addEventListener('beforeunload', leave, { signal })
    addEventListener('pagehide', leave, { signal })
    // The last event of a phone's browser that is put away. A person who turns to another tab has decided too.
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave(), { signal })
  }
  decided = [...decided, held]
  const action = { label: texts.undo, onClick: () => held.takeBack(false) }
  const dismiss = toast.success(toastText, { duration: leftMs, action })
}

interface Holding extends Pick<Decision, 'toastText'> {
  soon?: string | undefined
  texts: Decision['texts'] & { takenBack: (toastText: string) => string }
}

/** Holds for `undoSeconds` what the server cannot undo. @returns what `send` answers, undefined if taken back */
export function hold<R>(send: (isLeaving: boolean) => Promise<R>, { toastText, soon, texts }: Holding) {
  return new Promise<R | undefined>((resolve) =>
    decide({
      toastText: soon ? `${toastText} ${soon}` : toastText,
      leftMs: undoMs,
      texts,
      send(isLeaving) {
        const sent = send(isLeaving)
        resolve(sent)
        return sent
      },
      onTakenBack(byKey) {
        // The person who pressed the toast knows which one it was.
        if (byKey) toast.success(texts.takenBack(toastText))
        resolve(undefined)
      },
    }),
  )
}

interface Offer extends Pick<Decision, 'toastText' | 'texts'> {
  since: number
  undo: () => unknown
}

/** Offers to undo what the server has done, until `undoSeconds` after `since`, on other pages too. */
export function offerUndo({ toastText, since, undo, texts }: Offer) {
  const leftMs = since + undoMs - Date.now()
  if (leftMs <= 0) return void toast.success(toastText)
  decide({ toastText, leftMs, texts, onTakenBack: undo })
}
