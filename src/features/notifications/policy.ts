import { urlIn } from '#src/platform/navigation/addresses.ts'

/** The demo's browsers would ask a real service (REQUIREMENTS X5). */
export const sendsPush = (mode: 'demo' | 'serve') => mode === 'serve'

export const mostSubscriptions = 5

/** Hosts of the push services of Chromium, Firefox, Safari and Edge. */
const services =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|[a-z\d-]+\.push\.services\.mozilla\.com|web\.push\.apple\.com|[a-z\d.-]+\.notify\.windows\.com)$/

/** A browser names it, so anybody can: unchecked, the server would call into its own network. */
export function pushServiceIn(endpoint: string) {
  const url = urlIn(endpoint)
  const isService =
    url?.protocol === 'https:' &&
    services.test(url.hostname) &&
    !url.port &&
    !url.username &&
    !url.password &&
    !url.hash
  return isService ? url.href : undefined
}

/** Whether these are keys of a browser: a point of P-256 as it is written whole, and 16 bytes (RFC 8291). */
export const isBrowserKey = {
  p256dh: (key: string) => bytesOf(key)?.length === 65 && bytesOf(key)?.charCodeAt(0) === 4,
  auth: (key: string) => bytesOf(key)?.length === 16,
}

function bytesOf(base64url: string) {
  try {
    return atob(base64url.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''))
  } catch {
    return undefined
  }
}
