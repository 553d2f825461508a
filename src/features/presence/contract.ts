import * as z from 'zod/mini'
import { chosenPresences, presences } from '#src/features/biodata/policy.ts'
import { contactForMessage, contactsFor } from '#src/features/contact-requests/policy.ts'
import { questions } from '#src/features/identity/contract.ts'
import { namesOnCards } from '#src/features/matching/policy.ts'
import { bioDataId, bySelf, endpoint } from '#src/platform/http/contract.ts'
import { asPerson, Id, Modified } from '#src/platform/schemas/fields.ts'
import { foundHere } from './policy.ts'

const ContactFor = z.enum(contactsFor, contactForMessage)

const NameOnCards = z.enum(namesOnCards, 'must be whole or initial')

const change = { ...bySelf, method: 'PATCH', output: Modified } as const

export const ownPresence = endpoint({
  path: '/me/presence',
  summary: 'Whether others find the caller, and who may see the contact; null without a biodata.',
  access: 'member',
  output: z.nullable(
    z.object({
      number: z.int(),
      presence: z.enum(presences),
      since: z.string(),
      unpublished: z.boolean(),
      contactFor: ContactFor,
      nameOnCards: NameOnCards,
      deletedOn: z.nullable(z.string()),
      /** What the caller has said of the marriage, and the number of the other's biodata while it is there. */
      marriage: z.nullable(z.object({ foundHere: z.enum(foundHere), bioDataId: z.nullable(z.int()) })),
      /** Days in Bangladesh; null where the site asks nobody. `question`: what is asked now. */
      confirmation: z.nullable(
        z.object({
          lastOn: z.nullable(z.string()),
          everyDays: z.int(),
          nextOn: z.string(),
          question: z.nullable(z.enum(questions)),
          pausedOn: z.nullable(z.string()),
        }),
      ),
      /** An administrator imported it: how and when the person agreed to be published, in their words; null for a draft. */
      imported: z.nullable(z.object({ agreedHow: z.nullable(z.string()), agreedOn: z.nullable(z.string()) })),
    }),
  ),
})

export const changePresence = endpoint({
  ...change,
  path: '/me/presence',
  summary:
    "Publishes the caller's biodata, pauses it, withdraws it for a marriage, or takes back the consent to publish. `consentVersion` says which words somebody who publishes has agreed to just now. The married may say, and correct, whether they found each other here, and the number of the other's biodata.",
  input: z.object({
    presence: z.enum(chosenPresences, 'must be published, paused, taken back or married'),
    consentVersion: z.optional(z.int()),
    foundHere: z.optional(z.enum(foundHere, 'must be yes, no or unsaid')),
    bioDataId: z.optional(bioDataId),
    ...asPerson,
  }),
  problems: ['not-found', 'conflict'],
})

export const confirmStillRight = endpoint({
  ...bySelf,
  method: 'POST',
  path: '/me/still-right',
  summary:
    "The caller's answer that everything in their biodata is still right. It ends a pause that came because of no answer, and no other.",
  input: z.object(asPerson),
  output: Modified,
})

export const confirmKept = endpoint({
  ...bySelf,
  method: 'POST',
  path: '/me/wards/:id/still-right',
  summary: 'The same answer by a guardian who may give it, for the ward of this guardianship.',
  input: z.object({ id: Id, ...asPerson }),
  output: Modified,
  problems: ['not-found'],
})

export const forgetFaith = endpoint({
  ...change,
  path: '/me/faith',
  summary: "Takes back the consent to show religion and practice, and takes both out of the caller's biodata.",
  input: z.object(asPerson),
  problems: ['not-found'],
})

export const changeContactFor = endpoint({
  ...change,
  path: '/me/contact',
  summary:
    "Says who may see the caller's contact: `checked`, people whose paid request was approved; `ask`, those whom the caller says yes to; `ask guardian`, those whom a guardian says yes to; or `nobody` for now. The choice at the moment of an approval decides.",
  input: z.object({ contactFor: ContactFor, ...asPerson }),
  problems: ['not-found'],
})

export const changeNameOnCards = endpoint({
  ...change,
  path: '/me/name-on-cards',
  summary:
    "Says what members read of the caller's name on cards in lists: the `whole` one, or the first name and an `initial`. The profile shows the whole one.",
  input: z.object({ nameOnCards: NameOnCards, ...asPerson }),
  problems: ['not-found'],
})
