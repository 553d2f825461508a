import { createECDH, hkdfSync } from 'node:crypto'
import type { Agent } from 'node:https'
import webPush from 'web-push'
import type { Delivery, Trouble } from '#src/features/mail/index.server.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { languageFile } from '#src/texts/languages.server.ts'
import { pushServiceIn } from './policy.ts'
import { forgetSubscription, subscriptionOf } from './queries.server.ts'

/** The order of the group of P-256 (SEC 2, 2.4.2). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** VAPID keys (RFC 8292), from the secret: the same on every server. 48 bytes avoid a bias (FIPS 186-5, A.2.1). */
export function pushKeys({ secret }: Pick<Config, 'secret'>) {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'web push keys', 48))
  const number = (BigInt(`0x${bytes.toString('hex')}`) % (order - 1n)) + 1n
  const privateKey = Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

/** Anything is the trouble of one subscription: the next one may be at another service. */
export function pushTrouble(error: unknown): Trouble {
  const { statusCode: status = 0 } = error as { statusCode?: number }
  return status >= 300 && status < 500 && status !== 429 ? 'for good' : 'for now'
}

const day = 24 * 60 * 60

/** Names nobody: others read the screens of phones too. Forgets a browser that its service no longer knows. */
export function createPushDelivery(config: Config, db: Db, agent?: Agent) {
  const { publicKey, privateKey } = pushKeys(config)
  // Whom a service turns to; it takes nothing but https.
  const vapidDetails = { subject: `https://${new URL(config.origin).host}`, publicKey, privateKey }
  return async ({ recipient, language }: Pick<Delivery, 'recipient' | 'language'>) => {
    const found = await subscriptionOf(db, recipient)
    if (!found) return
    const { id, endpoint, p256dh, auth, siteKey } = found
    // Asked again, because the list of services may be shorter than when it was kept.
    if (siteKey !== publicKey || !pushServiceIn(endpoint)) return forgetSubscription(db, id)
    const { texts, serverTexts } = languageFile(language)
    const shown = { title: texts.brandName(config.brand), body: serverTexts.push, link: to.notifications }
    try {
      await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, JSON.stringify(shown), {
        ...{ vapidDetails, timeout: 10_000, TTL: day, topic: 'news' },
        ...(agent && { agent }),
      })
    } catch (error) {
      if (!(error instanceof webPush.WebPushError)) throw error
      const { statusCode } = error
      if (statusCode === 404 || statusCode === 410) return forgetSubscription(db, id)
      throw Object.assign(new Error(`the push service answered ${statusCode}`), { statusCode })
    }
  }
}
