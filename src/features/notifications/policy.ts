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
