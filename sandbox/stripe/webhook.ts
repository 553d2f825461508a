import { createHmac } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type Stripe from 'stripe'

const retryDelays = [200, 1_000, 5_000]

/** `Stripe-Signature` of a payload, scheme v1 (docs.stripe.com/webhooks, "Verify webhook signatures manually"). */
export function signatureOf(payload: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`
}

/**
 * Posts an event until it is answered with 2xx, at most four times: at once, then after 0.2, 1 and 5 seconds.
 * Every attempt is signed anew, because receivers refuse old timestamps. Answers whether it arrived; never rejects.
 */
export async function deliverEvent(
  event: Stripe.Event,
  webhook: { url: string; secret: string },
  now: () => Date,
): Promise<boolean> {
  const payload = JSON.stringify(event)
  for (const delay of [0, ...retryDelays]) {
    // Unreferenced: a waiting retry must not keep a stopped demo alive.
    if (delay) await setTimeout(delay, undefined, { ref: false })
    const answer = await fetch(webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(payload, webhook.secret, now()),
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    }).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return true
  }
  return false
}
