import { failure } from '#src/platform/http/client.ts'

/** A closed window is only believed after a while: its last message may still be on the way. */
const closedGrace = 1_500
const giveUpAfter = 5 * 60_000

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
  const timers: ReturnType<typeof setTimeout>[] = []
  try {
    const done = new Promise<void>((resolve, reject) => {
      channel.onmessage = ({ data }) => {
        // A sign-in that broke down at its beginning or end no longer knows which attempt it was.
        if (data?.attempt !== attempt && (data?.attempt || !data?.error)) return
        // A window that does not know the attempt may be another site's page: its words are not repeated.
        if (data.error) reject(failure(String(data.error), data.attempt && data.because))
        else resolve()
      }
      let closedAt: number | undefined
      timers.push(
        setInterval(() => {
          if (!popup.closed) return
          closedAt ??= performance.now()
          if (performance.now() - closedAt > closedGrace) reject(failure('popup_closed'))
        }, 250),
        setTimeout(() => reject(failure('popup_timeout')), giveUpAfter),
      )
    })
    // The one that loses the race below must not count as unhandled.
    done.catch(() => {})
    const back = `/auth-done.html?attempt=${attempt}`
    popup.location.replace(await begin({ callbackURL: back, errorCallbackURL: back }))
    await done
  } finally {
    for (const timer of timers) clearInterval(timer)
    channel.close()
    popup.close()
  }
}
