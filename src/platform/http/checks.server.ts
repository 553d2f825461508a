import { nearestTo } from '#src/platform/spelling.ts'
import { type Endpoint, isInQuery } from './contract.ts'
import { inputNames } from './openapi.ts'
import { Problem } from './problem.ts'
import type { Member } from './viewer.ts'

export function requireAdmin({ isAdmin, needsSecondFactor }: Member) {
  if (needsSecondFactor)
    throw new Problem('forbidden', {
      code: 'second-factor-required',
      detail: 'Administrators of this site need a second factor. Set one up for your account.',
    })
  if (!isAdmin) throw new Problem('forbidden')
}

/** @throws Problem 403 with the code by which a client knows to ask for the password, and then to send the call again */
export function requireConfirmed({ isConfirmed }: Member) {
  if (!isConfirmed) throw unconfirmed()
}
export const unconfirmed = () =>
  new Problem('forbidden', { code: 'confirm-password', detail: 'Confirm with your password that it is you.' })

/** An email in a request is only ever compared (REQUIREMENTS G7): who is asking comes from the session. */
export function requireOwnEmail(self: NonNullable<Endpoint['self']>, viewer: Member, sent: object) {
  const email = (sent as Record<string, unknown>)[self.input]
  if (typeof email !== 'string' || email === 'me' || email.trim().toLowerCase() === viewer.email) return
  if (!(self.orAdmin && viewer.isAdmin)) throw new Problem('forbidden', { code: 'not-your-email' })
}

/** A misspelt filter would answer too much (REQUIREMENTS G6). @throws Problem 422 with the nearest names */
export function refuseUnknown(endpoint: Endpoint, query: object) {
  if (endpoint.takesAnyQuery) return
  const sent = Object.keys(query)
  if (sent.length === 0) return
  const known = isInQuery(endpoint) ? inputNames(endpoint).filter((name) => !endpoint.path.includes(`:${name}`)) : []
  const errors = sent
    .filter((name) => !known.includes(name))
    .map((field) => {
      const nearest = nearestTo(field, known)
      return { field, message: nearest ? `is not known here; ${nearest} is` : 'is not known here', code: 'unknown' }
    })
  if (errors.length > 0) throw new Problem('invalid', { errors })
}
