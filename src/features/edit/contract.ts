import * as z from 'zod/mini'
import { choice, wireNames } from '#src/features/biodata/contract.ts'
import {
  allChoices,
  type BiodataForm,
  type Entry,
  fieldNames,
  fields,
  formFields,
  fromEntries,
  type Gender,
  inputsOf,
  openSchemas,
  wishFields,
} from '#src/features/biodata/index.ts'
import { consentFields } from '#src/features/consents/contract.ts'
import { contactForMessage, contactsFor } from '#src/features/contact-requests/policy.ts'
import { Meeting } from '#src/features/search/contract.ts'
import { bySelf, endpoint } from '#src/platform/http/contract.ts'
import { asPerson, Id, Modified, renamed } from '#src/platform/schemas/fields.ts'

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

/** What a guardian may edit: neither the contact, nor the faith that the person agreed to show, nor the wishes (R9). */
export const keptFields = fieldNames.filter(
  (name) => !['expects', 'contact'].includes(fields[name].section) && name !== 'religion' && name !== 'practice',
)
/** What they leave as it was, of what every biodata has. */
export const leftFields = ['partnerAge', 'partnerHeight', 'partnerWeight', 'phone'] as const
type LeftInput = 'partnerAge' | 'partnerFeet' | 'partnerInch' | 'partnerWeight' | 'phone'
type Hidden = LeftInput | 'religion' | 'practice' | 'income' | 'photoUrl'

const keptOf = <Schemas extends object>(schemas: Schemas) =>
  fromEntries<Omit<Schemas, Hidden>>(
    keptFields.flatMap(inputsOf).map((input): Entry => [input, (schemas as Record<string, unknown>)[input]]),
  )
type KeptSchemas = { [I in Exclude<keyof BiodataForm, Hidden>]: (typeof formFields)[I] }
export const keptInput = keptOf(formFields) as KeptSchemas

export const viewKept = endpoint({
  path: '/me/wards/:id/biodata',
  summary: 'What a guardian may edit of the biodata of a ward, by the id of the guardianship.',
  access: 'member',
  input: z.object({ id: Id }),
  output: renamed(keptOf(openSchemas) as KeptSchemas, wireNames),
})

export const saveKept = endpoint({
  method: 'PATCH',
  path: '/me/wards/:id/biodata',
  summary: 'A guardian who may edit changes the biodata of a ward, who is told.',
  ...bySelf,
  input: renamed({ ...keptInput, ...asPerson, id: Id }, { ...wireNames, id: 'id' }),
  output: Modified,
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
