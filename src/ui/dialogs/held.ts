import { toast } from './toast.tsx'
import { undoToastMs as undoMs } from './toast-options.ts'

interface Held {
  state: 'waits' | 'sent' | 'taken back' | 'failed'
  takeBack: (byKey?: boolean) => void
  send: () => unknown
}
/** The oldest first. */
let decided: readonly Held[] = []

/** Takes back the last decision only. Once that is too late it says so: nobody who presses a key means an older one. */
export const undoLast = () => decided.at(-1)?.takeBack(true)

/** Sends what waits. Call it before the session that it needs ends. */
export const sendHeld = () => Promise.allSettled(decided.map(({ send }) => send()))

/**
 * Holds for `undoSeconds` what the server cannot undo. Leaving the page tells `send` that all must go out at once.
 * @returns what `send` answers, undefined once it was taken back
 */
export function hold<R>(
  send: (isLeaving: boolean) => Promise<R>,
  {
    said,
    soon,
    texts,
  }: {
    said: string
    soon?: string | undefined
    texts: { undo: string; takenBack: (said: string) => string; tooLate: string }
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
          // The person who pressed the toast knows which one it was.
          if (byKey) toast.success(texts.takenBack(said))
          resolve(undefined)
        } else if (held.state === 'sent') toast.error(texts.tooLate)
      },
    }
    const timer = setTimeout(held.send, undoMs)
    // The next page may come with another session, and the page hides only then.
    addEventListener('beforeunload', leave)
    addEventListener('pagehide', leave)
    // The last event of a phone's browser that is put away. A person who turns to another tab has decided too.
    document.addEventListener('visibilitychange', hide)
    decided = [...decided, held]
    const dismiss = toast.success(soon ? `${said} ${soon}` : said, {
      duration: undoMs,
      action: { label: texts.undo, onClick: () => held.takeBack() },
    })
  })
}

/** Offers to undo what the server has done, until `undoSeconds` after `since`, on other pages too. */
export function offerUndo({
  said,
  since,
  undo,
  texts,
}: {
  said: string
  since: number
  undo: () => unknown
  texts: { undo: string; tooLate: string }
}) {
  const leftMs = since + undoMs - Date.now()
  if (leftMs <= 0) return void toast.success(said)
  const end = (state: 'sent' | 'taken back') => {
    if (offered.state !== 'waits') return false
    offered.state = state
    clearTimeout(timer)
    dismiss()
    return true
  }
  const offered: Held = {
    state: 'waits',
    // It was sent before.
    send: () => undefined,
    takeBack() {
      if (end('taken back')) {
        decided = decided.filter((other) => other !== offered)
        undo()
      } else if (offered.state === 'sent') toast.error(texts.tooLate)
    },
  }
  const timer = setTimeout(() => end('sent'), leftMs)
  decided = [...decided, offered]
  const dismiss = toast.success(said, {
    duration: leftMs,
    action: { label: texts.undo, onClick: () => offered.takeBack() },
  })
}
