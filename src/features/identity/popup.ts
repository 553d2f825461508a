import { failure } from '#src/platform/http/client.ts'

/** A closed window is only believed after a while: its last message may still be on the way. */
const closedGraceMs = 1_500
const giveUpAfterMs = 5 * 60_000

/**
 * /auth-done.html tells a BroadcastChannel: `window.opener` depends on Cross-Origin-Opener-Policy. No token comes here.
 * @throws CallFailed popup_blocked, popup_closed, popup_timeout, or the provider's own code
 */
export async function signInThroughPopup(
  name: string,
  begin: (addresses: { callbackURL: string; errorCallbackURL: string }) => Promise<string>,
): Promise<void> {
  const popup = window.open('about:blank', `sign-in-${name}`, 'popup,width=500,height=640')
  if (!popup) throw failure('popup_blocked')
  const attempt = crypto.randomUUID()
  const channel = new BroadcastChannel('sign-in')
  try {
    const done = new Promise<void>((resolve, reject) => {
      channel.onmessage = ({ data }) => {
        // A sign-in that broke down at its beginning or end no longer knows which attempt it was.
        if (data?.attempt !== attempt && (data?.attempt || !data?.error)) return
        // A window that does not know the attempt may be another site's page: its words are not repeated.
        if (data.error) reject(failure(String(data.error), data.attempt && data.because))
        else resolve()
      }
      const giveUp = (code: string, afterMs: number) => setTimeout(() => reject(failure(code)), afterMs)
      giveUp('popup_timeout', giveUpAfterMs)
      const watching = setInterval(() => {
        if (!popup.closed) return
        clearInterval(watching)
        giveUp('popup_closed', closedGraceMs)
      }, 250)
    })
    // The one that loses the race below must not count as unhandled.
    done.catch(() => {})
    const back = `/auth-done.html?attempt=${attempt}`
    popup.location.replace(await begin({ callbackURL: back, errorCallbackURL: back }))
    await done
  } finally {
    channel.close()
    popup.close()
  }
}
