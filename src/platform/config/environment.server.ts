import { distanceBetween } from '#src/platform/spelling.ts'
import { isSet, type SettingName, settings } from './settings.server.ts'

const names = Object.keys(settings) as SettingName[]

/** Beginnings that only our settings have: who sets another such variable means one of ours. */
const families = ['AUTH_OIDC_', 'BRAND_', 'LEGAL_AGE_', 'OPERATOR_', 'SMTP_', 'STRIPE_']

/** Kubernetes tells every container where each service is: one called smtp gives SMTP_SERVICE_HOST and SMTP_PORT=tcp://… */
const isOfKubernetes = (name: string, value: string) =>
  /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_[A-Z]+(_|$)/.test(name) || /^(tcp|udp|sctp):\/\//.test(value)

/** The setting that a variable of another name is probably meant to be; undefined for what belongs to others. */
function meantBy(given: string): SettingName | undefined {
  const name = given.toUpperCase()
  const family = families.find((beginning) => name.startsWith(beginning)) ?? ''
  const [nearest] = names
    .filter((known) => known.startsWith(family))
    .map((known) => {
      const distance = distanceBetween(name, known)
      return { known, distance, changed: distance - Math.abs(known.length - name.length) }
    })
    // In a family a word left out matters less than a changed one: STRIPE_WEBHOOK, AUTH_OIDC_SECRET.
    .toSorted((a, b) => (family ? a.changed - b.changed : 0) || a.distance - b.distance)
  // One letter in five: of names as short as HOST none, because others have POST and HOSTS.
  return family || nearest!.distance <= Math.floor(nearest!.known.length / 5) ? nearest!.known : undefined
}

export function misspelt(environment: Record<string, string | undefined>) {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (name in settings || !isSet(value) || isOfKubernetes(name, value)) return []
    const meant = meantBy(name)
    return meant ? [`${name} is not a setting of Nikhad and has no effect. Is ${meant} meant?`] : []
  })
}

/** The settings of this process, unchecked. The linter refuses process.env elsewhere, so that all are declared. */
export function readEnvironment(): Partial<Record<SettingName, string>> {
  // biome-ignore lint/style/noProcessEnv: this is the one place
  const env = process.env
  for (const line of misspelt(env)) console.error(line)
  return Object.fromEntries(names.flatMap((name) => (isSet(env[name]) ? [[name, env[name]]] : [])))
}
