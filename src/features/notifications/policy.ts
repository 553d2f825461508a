import { urlIn } from '#src/platform/navigation/addresses.ts'

/** The demo's browsers would ask a real service (REQUIREMENTS X5). */
export const sendsPush = (mode: 'demo' | 'serve') => mode === 'serve'

export const mostSubscriptions = 5

/** Addresses of the push services of Chromium, Firefox, Safari and Edge. */
const services =
  /^https:\/\/(fcm\.googleapis\.com|[a-z\d-]+\.push\.services\.mozilla\.com|web\.push\.apple\.com|[a-z\d.-]+\.notify\.windows\.com)\/[^#]*$/

/** A browser names it, so anybody can: unchecked, the server would call into its own network. */
export function pushServiceIn(endpoint: string) {
  const address = urlIn(endpoint)?.href
  return address && services.test(address) ? address : undefined
}
