import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from '#src/platform/http/client.ts'
import { ownConsents } from './contract.ts'
import { type AskedKind, askedKinds, consentVersion } from './policy.ts'

export const consents = query(ownConsents, {})

export function useConsents() {
  const { data: given } = useSuspenseQuery(consents)
  const isGiven = (what: AskedKind) => given.some((one) => one.what === what && one.version === consentVersion)
  return { given, missing: askedKinds.filter((what) => !isGiven(what)) }
}
