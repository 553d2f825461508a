import * as z from 'zod/mini'
import { wireNames as biodataNames, cardSchemas } from '#src/features/biodata/contract.ts'
import { openSchemas } from '#src/features/biodata/index.ts'
import { QuotedFit } from '#src/features/matching/contract.ts'
import { relations, withWhoms } from '#src/features/users/policy.ts'
import { bioDataId, bySelf, endpoint, pagedEndpoint, pageInput } from '#src/platform/http/contract.ts'
import { namesContact } from '#src/platform/named-contact.ts'
import { asPerson, type Decoded, Id, Inserted, Modified, renamed, text } from '#src/platform/schemas/fields.ts'
import { longestCallNote, longestIntroduction, saids, shows } from './policy.ts'

const Introduction = text(longestIntroduction).check(
  z.refine((words) => !namesContact(words), 'must not contain phone numbers, email addresses or links'),
)

export const introduce = endpoint({
  ...bySelf,
  method: 'PATCH',
  path: '/me/introductions',
  summary:
    'What the caller says of themselves to a family they are about to ask; an administrator reads it first. Without words it is forgotten.',
  input: z.object({ bioDataId, words: z.optional(Introduction), ...asPerson }),
  output: Modified,
  problems: ['not-found'],
})

export const ownIntroduction = endpoint({
  path: '/me/introductions/:bioDataId',
  summary: 'What the caller wrote last for the family of this biodata, until they ask; null for nothing.',
  access: 'member',
  input: z.object({ bioDataId }),
  output: z.object({ words: z.nullable(z.string()) }),
})

export const askFamily = endpoint({
  ...bySelf,
  method: 'POST',
  path: '/me/contact-requests',
  summary:
    'A premium member asks, without a fee, for a contact whose family wants to be asked first. It counts as one of the contacts of a day.',
  input: z.object({ bioDataId, ...asPerson }),
  output: Inserted,
  problems: ['not-found', 'conflict'],
})

/** `ended`: it was withdrawn, or the asker has left. */
const AskedState = z.enum(['waiting', 'yes', 'not now', 'over', 'taken back', 'ended'])
export type AskedState = z.infer<typeof AskedState>

const { name, nameInOtherScript, feet, inch, maritalStatus, district, education, profession } = openSchemas
/** Without a biodata that the caller finds only the name of the account is known. */
const askerFields = {
  ...cardSchemas,
  ...{ name, nameInOtherScript, feet, inch, maritalStatus, district, education, profession },
}
const Asker = renamed(askerFields, biodataNames)

const askedFields = {
  id: Id,
  state: AskedState,
  forwardedAt: z.string(),
  answerBy: z.string(),
  /** Until then; 0 once it is over. */
  hoursLeft: z.int(),
  answeredAt: z.nullable(z.string()),
  /** The name of the guardian who answered; null for the owner. */
  answeredBy: z.nullable(z.string()),
  /** Who that was; null without an answer of a person, and once that account is gone. */
  answeredAs: z.nullable(z.enum(['caller', 'owner', 'another'])),
  /** The bureau heard the answer in this call. */
  byTelephone: z.nullable(z.object({ on: z.string(), withWhom: z.enum(withWhoms) })),
  /** When the asker first looked at the contact: from then on a yes stands. */
  seenAt: z.nullable(z.string()),
  askerName: z.string(),
  asker: z.nullable(Asker),
  fit: z.optional(z.nullable(QuotedFit)),
}
export type AskedOf = Decoded<typeof askedFields>

export const listAsked = pagedEndpoint({
  path: '/me/asked',
  summary:
    "Who has asked for the caller's contact with an administrator's approval, the latest first; with the id of a guardianship, for that ward's, since the acceptance.",
  access: 'member',
  input: z.object({ ward: z.optional(Id), ...pageInput }),
  output: z.array(z.object(askedFields)),
})

export const waitingForMe = endpoint({
  path: '/me/asked/waiting',
  summary: 'How many families wait for an answer of the caller.',
  access: 'member',
  output: z.object({ count: z.int() }),
})

export const countAsked = endpoint({
  path: '/me/asked/counts',
  summary:
    'How many families have asked for the contact of a ward this month, and how many were answered with a yes that stands or “not now”; all since the acceptance.',
  access: 'member',
  input: z.object({ ward: Id }),
  output: z.object({ thisMonth: z.int(), shared: z.int(), notNow: z.int() }),
  problems: ['not-found'],
})

/** What the other side sees, and what the caller sees of theirs, once both are shown. */
const Contact = z.object({ phone: z.nullable(z.string()), email: z.nullable(z.string()) })

export const readAsked = endpoint({
  path: '/me/asked/:id',
  summary:
    "One request for the contact of the caller, or of a ward: who asks, how both fit, the introduction, and, once the answer is yes, both contacts. Reading the other one's is a look at it.",
  access: 'member',
  input: z.object({ id: Id }),
  output: z.object({
    ...askedFields,
    introduction: z.nullable(z.string()),
    /** Null without a fee. */
    fee: z.nullable(z.object({ price: z.number(), currency: z.string() })),
    theirs: z.nullable(Contact),
    /** Null for a guardian where there is nothing to answer. */
    mine: z.nullable(Contact),
    /** Between which the caller chooses at a yes; null without a guardian who is the contact, and for guardians. */
    contacts: z.nullable(
      z.object({
        own: z.nullable(z.string()),
        guardian: z.object({ name: z.string(), relation: z.enum(relations), phone: z.string() }),
      }),
    ),
    /** The asker agreed that a yes shows theirs too. */
    sharesTheirs: z.boolean(),
    mayAnswer: z.boolean(),
    /** Whose contact is asked for, where the caller is a guardian; the id is of the guardianship. */
    of: z.nullable(z.object({ id: Id, name: z.string(), nameInOtherScript: z.optional(z.string()) })),
  }),
  problems: ['not-found'],
})

export const answerAsked = endpoint({
  ...bySelf,
  method: 'PATCH',
  path: '/me/asked/:id',
  summary:
    'The family’s answer: `yes` shows both sides both contacts, `not now` refunds the fee. 0 when it was answered so before. With `shows` the owner chooses at a yes whose phone that is; without it a guardian’s, where one is the contact.',
  input: z.object({
    id: Id,
    answer: z.enum(['yes', 'not now'], 'must be yes or not now'),
    shows: z.optional(z.enum(shows, 'must be own or guardian')),
    ...asPerson,
  }),
  output: Modified,
  problems: ['not-found', 'conflict'],
})

export const takeBackYes = endpoint({
  ...bySelf,
  method: 'PATCH',
  path: '/me/asked/:id/taken-back',
  summary: 'Takes a yes back, until the asker has looked at the contact. The fee goes back, and both contacts close.',
  input: z.object({ id: Id, ...asPerson }),
  output: Modified,
  problems: ['not-found', 'conflict'],
})

/** A call of the bureau with a family; `withWhom` is null where nobody picked up, `by` once that account is gone. */
export const Call = z.object({
  on: z.string(),
  withWhom: z.nullable(z.enum(withWhoms)),
  said: z.enum(saids),
  note: z.nullable(z.string()),
  by: z.nullable(z.string()),
})
export type Call = z.infer<typeof Call>

export const noteCall = endpoint({
  method: 'POST',
  path: '/contact-requests/:id/calls',
  summary:
    'Notes a call with a family that has never signed in, about a request that waits for it: `yes` and `not now` answer for it, with `thinking` its 72 hours begin. 409 once it was answered, has ended, or answers here itself.',
  access: 'admin',
  input: z.object({
    id: Id,
    on: z.iso.date('must be a real date, like 2026-05-31'),
    withWhom: z.optional(z.enum(withWhoms, 'must be one of the family')),
    said: z.enum(saids, `must be one of: ${saids.join(', ')}`),
    note: z.optional(text(longestCallNote)),
  }),
  output: Modified,
  problems: ['not-found', 'conflict'],
})
