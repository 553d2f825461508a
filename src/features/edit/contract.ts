import * as z from 'zod/mini'
import { choice, wireNames } from '#src/features/biodata/contract.ts'
import { allChoices, formFields, type Gender, wishFields } from '#src/features/biodata/index.ts'
import { consentFields } from '#src/features/consents/contract.ts'
import { contactForMessage, contactsFor } from '#src/features/contact-requests/policy.ts'
import { Meeting } from '#src/features/search/contract.ts'
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
      /** Unsaid, `contactFor` stays as it was, or is `CONTACT_DEFAULT` at first. A client of the specification says nothing. */
      consent: z.optional(
        z.object({
          ...consentFields,
          contactFor: z.optional(z.enum(contactsFor, contactForMessage)),
        }),
      ),
    },
    wireNames,
  ),
  output: z.object({ modifiedCount: z.int() }),
  problems: ['conflict'],
})

export const countTyped = endpoint({
  path: '/me/matches/typed',
  summary:
    'How many people meet wishes as a form has them before they are saved, for somebody of that gender; a range without both ends is no wish; and how many meet those that are a must. Null once lists are limited for now.',
  access: 'member',
  input: renamed({ gender: choice(allChoices.gender) as z.ZodMiniType<Gender>, ...wishFields }, wireNames),
  output: z.nullable(Meeting),
  isList: true,
})
