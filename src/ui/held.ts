import { call } from '#src/platform/http/client.ts'
import { type Endpoint, type InputOf, type ResultOf, requestOf } from '#src/platform/http/contract.ts'
import { toast } from './toast.tsx'

const heldMs = 8_000

/** What waits to be sent, the latest last; each can be called to take it back. */
const waiting: (() => void)[] = []

/** Takes back what was decided last, if it is not sent yet. */
export const undoLast = () => waiting.at(-1)?.()

/**
 * Holds a decision for eight seconds in which a toast offers to take it back; until then the server knows nothing of it.
 * Whoever closes the page before has decided: it is sent as the page goes.
 */
export function hold<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  {
    said,
    undo,
    onUndo,
    onSent,
    onFailed,
  }: {
    said: string
    undo: string
    onUndo: () => void
    onSent: (result: ResultOf<E>) => void
    onFailed: (error: unknown) => void
  },
) {
  const end = () => {
    clearTimeout(timer)
    removeEventListener('pagehide', leave)
    const place = waiting.indexOf(takeBack)
    if (place >= 0) waiting.splice(place, 1)
    return place >= 0
  }
  const send = () => {
    if (end()) call(endpoint, input).then(onSent, onFailed)
  }
  const leave = () => {
    if (!end()) return
    const { url, body } = requestOf(endpoint, input as Record<string, unknown>)
    // Of a page that is gone the browser finishes only such a call.
    const headers = { 'content-type': 'application/json' }
    void fetch(url, { method: endpoint.method, keepalive: true, headers, body: JSON.stringify(body ?? {}) })
  }
  const takeBack = () => {
    if (end()) onUndo()
  }
  const timer = setTimeout(send, heldMs)
  addEventListener('pagehide', leave)
  waiting.push(takeBack)
  toast.success(said, { duration: heldMs, action: { label: undo, onClick: takeBack } })
}
