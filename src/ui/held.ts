import { toast } from './toast.tsx'

/** How long a decision can still be taken back. */
export const heldSeconds = 8

interface Held {
  state: 'waits' | 'sent' | 'taken back' | 'failed'
  takeBack: (byKey?: boolean) => void
  send: () => unknown
}
/** What was decided on this page and not taken back, the latest last. */
let decided: readonly Held[] = []

/**
 * Takes back what was decided last. Once that is sent it says so, and leaves alone what was decided before: nobody who
 * presses a key means that. Where sending failed, whoever sent it says that.
 */
export const undoLast = () => decided.at(-1)?.takeBack(true)

/** Sends what waits, for whoever is about to end the session that it needs. */
export const sendHeld = () => Promise.allSettled(decided.map(({ send }) => send()))

/**
 * Holds a decision for `heldSeconds`, or `ms`, in which a toast offers to take it back; until then the server knows nothing of it.
 * Whoever leaves the page before has decided: then `send` is told that all of it must go out at once.
 * @param options.said what the toast says, and `soon` after it
 * @returns what `send` answers, undefined once it was taken back
 */
export function hold<R>(
  send: (isLeaving: boolean) => Promise<R>,
  {
    said,
    soon,
    texts,
    ms = heldSeconds * 1000,
  }: {
    said: string
    soon?: string | undefined
    texts: { undo: string; takenBack: (said: string) => string; tooLate: string }
    ms?: number
  },
) {
  return new Promise<R | undefined>((resolve) => {
    const end = (state: 'sent' | 'taken back') => {
      if (held.state !== 'waits') return false
      held.state = state
      clearTimeout(timer)
      removeEventListener('beforeunload', leave)
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      // A toast that somebody points at, or that was hidden, stays longer than its time: it would offer what it cannot do.
      dismiss()
      return true
    }
    const go = (isLeaving: boolean) => {
      if (!end('sent')) return undefined
      const sent = send(isLeaving)
      resolve(sent)
      sent.catch(() => {
        held.state = 'failed'
      })
      return sent
    }
    const leave = () => void go(true)
    const hide = () => document.visibilityState === 'hidden' && leave()
    const held: Held = {
      state: 'waits',
      send: () => go(false),
      takeBack(byKey = false) {
        if (end('taken back')) {
          decided = decided.filter((other) => other !== held)
          // Whoever pressed the toast knows which one it was.
          if (byKey) toast.success(texts.takenBack(said))
          resolve(undefined)
        } else if (held.state === 'sent') toast.error(texts.tooLate)
      },
    }
    const timer = setTimeout(held.send, ms)
    // The next page may come with another session, and the page hides only then.
    addEventListener('beforeunload', leave)
    addEventListener('pagehide', leave)
    // A phone's browser that is put away tells no more than this, and may never run again. It is the same event as
    // another tab: whoever turns away has decided too.
    document.addEventListener('visibilitychange', hide)
    decided = [...decided, held]
    const dismiss = toast.success(soon ? `${said} ${soon}` : said, {
      duration: ms,
      action: { label: texts.undo, onClick: () => held.takeBack() },
    })
  })
}
