import * as z from 'zod/mini'
import { wireNames } from '#src/features/biodata/contract.ts'
import { formFields } from '#src/features/biodata/index.ts'
import { consentFields } from '#src/features/consents/contract.ts'
import { contactsFor } from '#src/features/contact-requests/policy.ts'
import { bySelf, endpoint } from '#src/platform/http/contract.ts'
import { asPerson, renamed } from '#src/platform/schemas/fields.ts'

export const save = endpoint({
  method: 'PATCH',
  path: '/bioData',
  summary: "Creates or changes the caller's own biodata.",
  ...bySelf,
  input: renamed(
    {
      ...formFields,
      ...asPerson,
      /** Unsaid, `contactFor` stays as it was or is `checked` at first. A client of the specification says nothing. */
      consent: z.optional(
        z.object({
          ...consentFields,
          contactFor: z.optional(z.enum(contactsFor, 'must be checked or nobody')),
        }),
      ),
    },
    wireNames,
  ),
  output: z.object({ modifiedCount: z.int() }),
  problems: ['conflict'],
})
