import { undoSeconds } from '#src/platform/clock.ts'
import { toast } from './toast.tsx'

const undoMs = undoSeconds * 1000

interface Decision {
  toastText: string
  leftMs: number
  texts: { undo: string; tooLate: string }
  /** Absent once the change is sent. */
  send?: () => unknown
  onEnd?: () => void
  onTakenBack: (byKey: boolean) => void
}

interface Held {
  state: 'waits' | 'sent' | 'taken back' | 'failed'
  end: (state: 'sent' | 'taken back') => boolean
  takeBack: (byKey?: boolean) => void
  send: Decision['send']
}
/** The oldest first. */
let decided: readonly Held[] = []

/** Takes back the last decision only. Once that is too late it says so: nobody who presses a key means an older one. */
export const undoLast = () => decided.at(-1)?.takeBack(true)

/** Sends what waits. Call it before the session that it needs ends. */
export const sendHeld = () => Promise.allSettled(decided.map(({ send }) => send?.()))

/** Offers to take a decision back for `leftMs`. */
function decide({ toastText, leftMs, texts, send, onEnd, onTakenBack }: Decision) {
  const held: Held = {
    state: 'waits',
    send,
    end(state) {
      if (held.state !== 'waits') return false
      held.state = state
      clearTimeout(timer)
      onEnd?.()
      // A toast that somebody points at, or that was hidden, stays longer than its time: it would offer what it cannot do.
      dismiss()
      return true
    },
    takeBack(byKey = false) {
      if (held.end('taken back')) {
        decided = decided.filter((other) => other !== held)
        onTakenBack(byKey)
      } else if (held.state === 'sent') toast.error(texts.tooLate)
    },
  }
  const timer = setTimeout(send ?? (() => held.end('sent')), leftMs)
  decided = [...decided, held]
  const action = { label: texts.undo, onClick: () => held.takeBack() }
  const dismiss = toast.success(toastText, { duration: leftMs, action })
  return held
}

interface Holding {
  toastText: string
  soon?: string | undefined
  texts: { undo: string; takenBack: (toastText: string) => string; tooLate: string }
}

/**
 * Holds for `undoSeconds` what the server cannot undo. Leaving the page tells `send` that all must go out at once.
 * @returns what `send` answers, undefined once it was taken back
 */
export function hold<R>(send: (isLeaving: boolean) => Promise<R>, { toastText, soon, texts }: Holding) {
  return new Promise<R | undefined>((resolve) => {
    const go = (isLeaving: boolean) => {
      if (!held.end('sent')) return undefined
      const sent = send(isLeaving)
      resolve(sent)
      sent.catch(() => {
        held.state = 'failed'
      })
      return sent
    }
    const leave = () => void go(true)
    const listening = new AbortController()
    const { signal } = listening
    const held: Held = decide({
      toastText: soon ? `${toastText} ${soon}` : toastText,
      leftMs: undoMs,
      texts,
      send: () => go(false),
      onEnd: () => listening.abort(),
      onTakenBack(byKey) {
        // The person who pressed the toast knows which one it was.
        if (byKey) toast.success(texts.takenBack(toastText))
        resolve(undefined)
      },
    })
    // The next page may come with another session, and the page hides only then.
    addEventListener('beforeunload', leave, { signal })
    addEventListener('pagehide', leave, { signal })
    // The last event of a phone's browser that is put away. A person who turns to another tab has decided too.
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave(), { signal })
  })
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
