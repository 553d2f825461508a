import * as z from 'zod/mini'
import { endpoint } from '#src/platform/http/contract.ts'
import { biodataKinds, consentKinds } from './policy.ts'

export const ownConsents = endpoint({
  path: '/me/consents',
  summary: 'What the caller has agreed to, and has not taken back.',
  access: 'member',
  output: z.array(z.object({ what: z.enum(consentKinds), version: z.int(), since: z.string() })),
})

/** What somebody agrees to now, and the version of the words they read. `publish` is the contact too. */
export const consentFields = {
  version: z.int('must be the version of the words'),
  to: z.array(z.enum(biodataKinds)).check(z.maxLength(biodataKinds.length)),
}
