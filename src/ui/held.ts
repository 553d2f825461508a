import { toast } from './toast.tsx'

/** How long a decision can still be taken back. */
export const heldSeconds = 8

/** What waits to be sent, the latest last. */
const waiting: { takeBack: () => void; send: () => unknown }[] = []

/** Takes back what was decided last, if it is not sent yet. */
export const undoLast = () => waiting.at(-1)?.takeBack()

/** Sends what waits, for whoever is about to end the session that it needs. */
export const sendHeld = () => Promise.allSettled([...waiting].map(({ send }) => send()))

/**
 * Holds a decision for `heldSeconds`, or `ms`, in which a toast offers to take it back; until then the server knows nothing of it.
 * Whoever leaves the page before has decided: then `send` is told that all of it must go out at once.
 * @returns what `send` answers, undefined once it was taken back
 */
export function hold<R>(
  send: (isLeaving: boolean) => Promise<R>,
  { said, undo, ms = heldSeconds * 1000 }: { said: string; undo: string; ms?: number },
) {
  return new Promise<R | undefined>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('beforeunload', leave)
      removeEventListener('pagehide', leave)
      const place = waiting.indexOf(held)
      if (place >= 0) waiting.splice(place, 1)
      return place >= 0
    }
    const go = (isLeaving: boolean) => {
      if (!end()) return undefined
      const sent = send(isLeaving)
      resolve(sent)
      return sent
    }
    const leave = () => void go(true)
    const held = {
      send: () => go(false),
      takeBack() {
        if (end()) resolve(undefined)
      },
    }
    const timer = setTimeout(held.send, ms)
    // The next page may come with another session, and the page hides only then; phones tell no more than that it hides.
    addEventListener('beforeunload', leave)
    addEventListener('pagehide', leave)
    waiting.push(held)
    toast.success(said, { duration: ms, action: { label: undo, onClick: held.takeBack } })
  })
}
