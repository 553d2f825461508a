import * as z from 'zod/mini'
import { relations } from '#src/features/users/policy.ts'
import { bySelf, endpoint } from '#src/platform/http/contract.ts'
import { asPerson, type Decoded, Deleted, Email, Id, line, Modified, renamed } from '#src/platform/schemas/fields.ts'
import { Phone } from '#src/platform/schemas/phone.ts'
import { guardianStates, invitationDays, mailStates, mostGuardians } from './policy.ts'

const wireNames = { id: '_id', wardId: 'ward_id', number: 'bioDataId', gender: 'gander' } as const

const Relation = z.enum(relations, `must be one of: ${relations.join(', ')}`)
const Ticked = z.boolean('must be true or false')
/** One person's number is shown at most: choosing it for one guardian takes it from another. */
const rightSchemas = { mayAnswer: Ticked, isContact: Ticked, mayConfirm: Ticked, mayEdit: Ticked }

const guardianFields = {
  id: Id,
  name: z.string(),
  relation: Relation,
  state: z.enum(guardianStates),
  invitedAt: z.string(),
  expiresAt: z.string(),
  acceptedAt: z.optional(z.string()),
  /** Once accepted: what is shown instead of the caller's, with the right to it. */
  phone: z.optional(z.string()),
  /** Where the invitation was mailed to, and what came of it. */
  email: z.optional(z.string()),
  mail: z.optional(z.enum(mailStates)),
  ...rightSchemas,
}
export type Guardian = Decoded<typeof guardianFields>

export const listGuardians = endpoint({
  path: '/me/guardians',
  summary: "The caller's guardians, and the invitations that are open, expired or declined.",
  access: 'member',
  output: z.array(renamed(guardianFields, wireNames)),
})

export const inviteGuardian = endpoint({
  method: 'POST',
  path: '/me/guardians',
  summary: `Makes an invitation to become the caller's guardian, at most ${mostGuardians} live or open ones. Its link works once, for ${invitationDays} days, and is answered only here; with \`guardianEmail\` it is mailed too.`,
  ...bySelf,
  input: z.object({
    ...asPerson,
    name: line(100),
    relation: Relation,
    guardianEmail: z.optional(z.union([z.literal(''), Email])),
    ...rightSchemas,
  }),
  output: z.object({ insertedId: Id, link: z.string() }),
  problems: ['conflict'],
})

export const changeRights = endpoint({
  method: 'PATCH',
  path: '/me/guardians/:id',
  summary: 'Says what a guardian of the caller may do.',
  ...bySelf,
  input: z.object({ id: Id, ...asPerson, ...rightSchemas }),
  output: Modified,
})

export const removeGuardian = endpoint({
  method: 'DELETE',
  path: '/me/guardians/:id',
  summary: 'Ends a guardianship of the caller at once, or takes an invitation back.',
  access: 'member',
  input: z.object({ id: Id }),
  output: Deleted,
})

const Token = z.string('must be filled in').check(z.maxLength(100))

const IsTrue = (message: string) => z.literal(true, message)

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/guardian-invitation/acceptance',
  summary:
    'Makes the caller the guardian of the person who invited. The caller says to be 18 or older, and that the number may be shown.',
  ...bySelf,
  input: z.object({
    ...asPerson,
    token: Token,
    phone: Phone,
    isOfAge: IsTrue('must be confirmed'),
    numberMayBeShown: IsTrue('must be agreed to'),
    consentVersion: z.int('must be the version of the words'),
  }),
  output: z.object({ insertedId: Id }),
  problems: ['conflict'],
})

export const declineInvitation = endpoint({
  method: 'POST',
  path: '/guardian-invitation/refusal',
  summary: 'Declines an invitation; its link works no more.',
  ...bySelf,
  input: z.object({ ...asPerson, token: Token }),
  output: Modified,
  problems: ['conflict'],
})

const wardFields = {
  id: Id,
  wardId: Id,
  number: z.int(),
  name: z.string(),
  nameInOtherScript: z.optional(z.string()),
  gender: z.enum(['Male', 'Female']),
  relation: Relation,
  since: z.string(),
  /** Found by others: hidden, a guardian does not read it either. */
  isPublished: z.boolean(),
  /** An answer that it is still right counts: it is published, or was paused because nobody answered. */
  isToConfirm: z.boolean(),
  confirmedAt: z.optional(z.string()),
  phone: z.string(),
  ...rightSchemas,
}
export type Ward = Decoded<typeof wardFields>

export const listWards = endpoint({
  path: '/me/wards',
  summary: 'The people whose guardian the caller is, with what they let the caller do.',
  access: 'member',
  output: z.array(renamed(wardFields, wireNames)),
})

export const changePhone = endpoint({
  method: 'PATCH',
  path: '/me/wards/:id',
  summary: "Changes the caller's own number as it is shown for this person.",
  ...bySelf,
  input: z.object({ id: Id, ...asPerson, phone: Phone }),
  output: Modified,
})

export const leaveWard = endpoint({
  method: 'DELETE',
  path: '/me/wards/:id',
  summary: 'The caller is no longer the guardian of this person, who is told.',
  access: 'member',
  input: z.object({ id: Id }),
  output: Deleted,
})
